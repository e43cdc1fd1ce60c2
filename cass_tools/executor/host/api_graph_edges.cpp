// Which nodes a graph has, and which come before which.
#include "graphs.hpp"

#include <unordered_set>

using namespace cass;

namespace {

std::vector<Node *> pointers(const Graph &graph) {
  std::vector<Node *> all;
  for (const auto &node : graph.nodes)
    all.push_back(node.get());
  return all;
}

bool has(const std::vector<Node *> &nodes, const Node *node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

hipError_t check_edges(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                       size_t count) {
  if (!known(graph) || (count && (!from || !to)))
    return hipErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (!known(from[i]) || !known(to[i]) || from[i]->graph != graph || to[i]->graph != graph ||
        from[i] == to[i])
      return hipErrorInvalidValue;
  return hipSuccess;
}

} // namespace

hipError_t cass::check_addition(hipGraphNode_t *result, hipGraph_t graph,
                                const hipGraphNode_t *needs, size_t count) {
  if (!result || !known(graph) || (count && !needs))
    return hipErrorInvalidValue;
  std::unordered_set<const Node *> seen;
  for (size_t i = 0; i < count; ++i)
    if (!known(needs[i]) || needs[i]->graph != graph || !seen.insert(needs[i]).second)
      return hipErrorInvalidValue;
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                           const hipGraphNode_t *to, size_t count) {
  if (hipError_t error = check_edges(graph, from, to, count))
    return done(error);
  for (size_t i = 0; i < count; ++i) {
    if (has(to[i]->needs, from[i]))
      return done(hipErrorInvalidValue);
    to[i]->needs.push_back(from[i]);
  }
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                              const hipGraphNode_t *to, size_t count) {
  if (hipError_t error = check_edges(graph, from, to, count))
    return done(error);
  for (size_t i = 0; i < count; ++i)
    if (!has(to[i]->needs, from[i]))
      return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    std::vector<Node *> &needs = to[i]->needs;
    needs.erase(std::remove(needs.begin(), needs.end(), from[i]), needs.end());
  }
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
  if (!known(node))
    return done(hipErrorInvalidValue);
  node->graph->remove(node);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  if (!known(graph))
    return done(hipErrorInvalidValue);
  return done(give(pointers(*graph), nodes, count));
}

HIP_API hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  if (!known(graph))
    return done(hipErrorInvalidValue);
  std::vector<Node *> roots;
  for (Node *node : pointers(*graph))
    if (node->needs.empty())
      roots.push_back(node);
  return done(give(roots, nodes, count));
}

HIP_API hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes,
                                               size_t *count) {
  return done(known(node) ? give(node->needs, nodes, count) : hipErrorInvalidValue);
}

HIP_API hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                 size_t *count) {
  if (!known(node))
    return done(hipErrorInvalidValue);
  std::vector<Node *> found;
  for (Node *other : pointers(*node->graph))
    if (has(other->needs, node))
      found.push_back(other);
  return done(give(found, nodes, count));
}

HIP_API hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                                    size_t *count) {
  if (!known(graph) || !count || !from != !to)
    return done(hipErrorInvalidValue);
  std::vector<Node *> starts, ends;
  for (Node *node : pointers(*graph))
    for (Node *needed : node->needs) {
      starts.push_back(needed);
      ends.push_back(node);
    }
  size_t room = *count;
  give(starts, from, count);
  return done(give(ends, to, &room));
}

HIP_API hipError_t hipGraphNodeGetType(hipGraphNode_t node, int *type) {
  if (!known(node) || !type)
    return done(hipErrorInvalidValue);
  *type = static_cast<int>(node->kind) + (has_draft_headers() ? 1 : 0);
  return done(hipSuccess);
}
