// Graphs of work: nodes with an order among them, run one after another.
#pragma once

#include "hip_errors.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace cass {

// HIP's numbers for the kinds of nodes.
enum class NodeKind : int { Kernel, Memcpy, Memset, Host, Graph, Empty, WaitEvent, EventRecord };

struct Graph;

struct Node {
  const Graph *graph;
  NodeKind kind;
  std::function<hipError_t()> work; // may be empty
  std::vector<Node *> needs;
  std::shared_ptr<void> parameters; // as the program gave them, for the calls that read them back
};

struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;

  // A node after `needs`; it belongs to the graph.
  Node *add(NodeKind kind, std::vector<Node *> needs, std::function<hipError_t()> work);
};

// The nodes so that each comes after all that it needs; shorter than the graph where that has a
// cycle.
std::vector<Node *> in_order(const Graph &graph);

} // namespace cass
