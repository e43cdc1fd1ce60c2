#include "graph.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_set>

namespace cass {

namespace {

struct Handles {
  std::mutex mutex;
  std::unordered_set<const void *> known;

  void add(const void *handle) {
    std::lock_guard lock(mutex);
    known.insert(handle);
  }

  void remove(const void *handle) {
    std::lock_guard lock(mutex);
    known.erase(handle);
  }

  bool has(const void *handle) {
    std::lock_guard lock(mutex);
    return known.count(handle) != 0;
  }
};

Handles &graphs() {
  static Handles *graphs = new Handles;
  return *graphs;
}

Handles &nodes_known() {
  static Handles *nodes = new Handles;
  return *nodes;
}

} // namespace

Graph::Graph() { graphs().add(this); }

Graph::~Graph() {
  graphs().remove(this);
  for (const auto &node : nodes)
    nodes_known().remove(node.get());
}

Node *Graph::add(Node &&made, std::vector<Node *> needs) {
  nodes.push_back(std::make_unique<Node>(std::move(made)));
  Node *node = nodes.back().get();
  node->graph = this;
  node->needs = std::move(needs);
  if (node->child)
    node->child->parent = node;
  nodes_known().add(node);
  return node;
}

Node *Graph::add(NodeKind kind, std::vector<Node *> needs, std::function<hipError_t()> work) {
  Node made;
  made.kind = kind;
  made.work = std::move(work);
  return add(std::move(made), std::move(needs));
}

void Graph::remove(Node *node) {
  for (const auto &other : nodes) {
    std::vector<Node *> &needs = other->needs;
    needs.erase(std::remove(needs.begin(), needs.end(), node), needs.end());
  }
  nodes_known().remove(node);
  nodes.erase(std::find_if(nodes.begin(), nodes.end(), [&](auto &n) { return n.get() == node; }));
}

hipError_t Graph::run() const {
  for (Node *node : in_order(*this)) {
    hipError_t error = hipSuccess;
    if (node->enabled && node->child)
      error = node->child->run();
    else if (node->enabled && node->work)
      error = node->work();
    if (error)
      return error;
  }
  return hipSuccess;
}

bool known(const Graph *graph) { return graphs().has(graph); }

bool known(const Node *node) { return nodes_known().has(node); }

std::vector<Node *> in_order(const Graph &graph) {
  std::vector<Node *> order;
  std::unordered_set<const Node *> placed;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto &node : graph.nodes) {
      bool ready = std::all_of(node->needs.begin(), node->needs.end(),
                               [&](const Node *n) { return placed.count(n) != 0; });
      if (ready && placed.insert(node.get()).second) {
        order.push_back(node.get());
        moved = true;
      }
    }
  }
  return order;
}

std::unique_ptr<Graph> clone(const Graph &graph) {
  auto result = std::make_unique<Graph>();
  result->origin = &graph;
  result->owned = graph.owned;
  std::unordered_map<const Node *, Node *> made;
  for (const auto &node : graph.nodes) {
    Node copy;
    copy.kind = node->kind;
    copy.work = node->work;
    copy.parameters = node->parameters;
    copy.origin = node.get();
    copy.child = node->child ? clone(*node->child) : nullptr;
    copy.event = node->event;
    copy.enabled = node->enabled;
    copy.attributes = node->attributes;
    made[node.get()] = result->add(std::move(copy), {});
  }
  for (const auto &node : graph.nodes)
    for (Node *needed : node->needs)
      made[node.get()]->needs.push_back(made[needed]);
  return result;
}

Node *copy_of(const Node *original, const Graph &cloned) {
  for (const auto &node : cloned.nodes) {
    if (node->origin == original)
      return node.get();
    if (Node *inner = node->child ? copy_of(original, *node->child) : nullptr)
      return inner;
  }
  return nullptr;
}

} // namespace cass
