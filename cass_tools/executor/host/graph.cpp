#include "graph.hpp"

#include <algorithm>
#include <unordered_set>

namespace cass {

Node *Graph::add(NodeKind kind, std::vector<Node *> needs, std::function<hipError_t()> work) {
  nodes.push_back(
      std::make_unique<Node>(Node{this, kind, std::move(work), std::move(needs), nullptr}));
  return nodes.back().get();
}

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

} // namespace cass
