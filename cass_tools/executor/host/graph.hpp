// Graphs of work: nodes with an order among them, run one after another.
#pragma once

#include "hip_errors.hpp"

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

struct Event;

namespace cass {

// HIP's numbers for the kinds of nodes.
enum class NodeKind : int {
  Kernel,
  Memcpy,
  Memset,
  Host,
  Graph,
  Empty,
  WaitEvent,
  EventRecord,
  MemAlloc = 10,
  MemFree = 11
};

struct Graph;

struct Node {
  Graph *graph = nullptr;
  NodeKind kind = NodeKind::Empty;
  std::function<hipError_t()> work = nullptr; // may be empty
  std::vector<Node *> needs = {};
  std::any parameters = {};               // as the program gave them, to be read back
  const Node *origin = nullptr;           // the node of which this one is a copy
  std::unique_ptr<Graph> child = nullptr; // what a Graph node runs
  Event *event = nullptr;                 // of the two kinds for events
  bool enabled = true;
  std::map<int, std::vector<char>> attributes = {}; // of kernel nodes, by their numbers
};

struct Graph {
  Graph();
  Graph(const Graph &) = delete;
  ~Graph();

  // A node after `needs`; it belongs to the graph.
  Node *add(NodeKind kind, std::vector<Node *> needs, std::function<hipError_t()> work);
  Node *add(Node &&made, std::vector<Node *> needs);

  // Nothing comes after it any longer.
  void remove(Node *node);

  // Runs every node after those that it needs.
  hipError_t run() const;

  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::shared_ptr<void>> owned; // lives as long as the graph
  const Graph *origin = nullptr;
  Node *parent = nullptr; // the node whose child this is
};

// Whether a handle of the program is one (still).
bool known(const Graph *graph);
bool known(const Node *node);

// The nodes so that each comes after all that it needs; shorter than the graph where that has a
// cycle.
std::vector<Node *> in_order(const Graph &graph);

// The whole graph, the graphs in its nodes included.
std::unique_ptr<Graph> clone(const Graph &graph);

// The copy of a node in a copied graph or the graphs in it, or nullptr.
Node *copy_of(const Node *original, const Graph &cloned);

} // namespace cass
