// What the parts of the graph interface share.
#pragma once

#include "graph_nodes.hpp"

#include <algorithm>

// A graph made ready to be launched: the nodes as they were then.
struct GraphExec {
  std::unique_ptr<cass::Graph> graph;
  unsigned long long flags = 0;
};
using hipGraphExec_t = GraphExec *;

namespace cass {

bool known(const GraphExec *exec);

// The checks of every call that adds a node.
hipError_t check_addition(hipGraphNode_t *result, hipGraph_t graph, const hipGraphNode_t *needs,
                          size_t count);

// The node of `exec` that was made from `node`, nullptr where there is none of that kind.
Node *node_of(hipGraphExec_t exec, hipGraphNode_t node, NodeKind kind);

template <typename P>
hipError_t add_node(hipGraphNode_t *result, hipGraph_t graph, const hipGraphNode_t *needs,
                    size_t count, const P *parameters) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return error;
  if (!parameters)
    return hipErrorInvalidValue;
  Node made;
  if (hipError_t error = set_work(made, *parameters))
    return error;
  *result = graph->add(std::move(made), std::vector<Node *>(needs, needs + count));
  return hipSuccess;
}

// A node that was made by another call has other parameters, which are not told by this one.
template <typename P> hipError_t get_parameters(hipGraphNode_t node, NodeKind kind, P *parameters) {
  if (!parameters || !known(node) || node->kind != kind)
    return hipErrorInvalidValue;
  auto kept = std::any_cast<P>(&node->parameters);
  if (!kept)
    return hipErrorInvalidValue;
  *parameters = *kept;
  return hipSuccess;
}

template <typename P>
hipError_t set_parameters(hipGraphNode_t node, NodeKind kind, const P *parameters) {
  bool right = parameters && known(node) && node->kind == kind;
  return right ? set_work(*node, *parameters) : hipErrorInvalidValue;
}

// The direction of a copy in an executable graph stays as it was, and so do the sizes of a memset
// of several rows.
template <typename P> bool keeps_kind(const Node &node, const P &parameters) {
  if constexpr (std::is_same_v<P, LinearCopy> || std::is_same_v<P, hipMemcpy3DParms>) {
    auto kept = std::any_cast<P>(&node.parameters);
    return !kept || kept->kind == parameters.kind;
  } else if constexpr (std::is_same_v<P, hipMemsetParams>) {
    auto kept = std::any_cast<P>(&node.parameters);
    return !kept || parameters.height <= 1 ||
           (kept->height == parameters.height &&
            kept->width * kept->elementSize == parameters.width * parameters.elementSize);
  }
  return true;
}

template <typename P>
hipError_t set_parameters(hipGraphExec_t exec, hipGraphNode_t node, NodeKind kind,
                          const P *parameters) {
  Node *found = node_of(exec, node, kind);
  bool right = found && parameters && keeps_kind(*found, *parameters);
  return right ? set_work(*found, *parameters) : hipErrorInvalidValue;
}

// HIP's way to hand out lists: the number alone, or as many as there is room for.
template <typename T> hipError_t give(const std::vector<T> &all, T *result, size_t *count) {
  if (!count)
    return hipErrorInvalidValue;
  if (result) {
    std::copy_n(all.begin(), std::min(*count, all.size()), result);
    std::fill(result + std::min(*count, all.size()), result + *count, nullptr);
  }
  *count = result ? std::min(*count, all.size()) : all.size();
  return hipSuccess;
}

} // namespace cass
