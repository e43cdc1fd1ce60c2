// Graphs: nodes added one by one, instantiated, launched.
#include "copying.hpp"
#include "events.hpp"
#include "graph_nodes.hpp"
#include "launching.hpp"

#include <algorithm>
#include <unordered_map>

using namespace cass;

// A graph made ready to be launched: the nodes as they were then, in the order in which they run.
struct GraphExec {
  Graph copy;
  std::vector<Node *> order;
  std::unordered_map<const Node *, Node *> copy_of; // by the node of the original graph
};
using hipGraphExec_t = GraphExec *;

namespace {

// Copies nodes with the dependencies among them; `copy_of` tells which became which.
void clone(const Graph &from, Graph &to, std::unordered_map<const Node *, Node *> &copy_of) {
  for (const auto &node : from.nodes) {
    Node *made = to.add(node->kind, {}, node->work);
    made->parameters = node->parameters;
    copy_of[node.get()] = made;
  }
  for (const auto &node : from.nodes)
    for (Node *needed : node->needs)
      copy_of[node.get()]->needs.push_back(copy_of[needed]);
}

// HIP's way to hand out lists: the number alone, or as many as there is room for.
template <typename T> hipError_t give(const std::vector<T> &all, T *result, size_t *count) {
  if (!count)
    return hipErrorInvalidValue;
  if (result) {
    std::copy_n(all.begin(), std::min(*count, all.size()), result);
    std::fill(result + std::min(*count, all.size()), result + *count, nullptr);
  }
  *count = all.size();
  return hipSuccess;
}

bool owns(const Graph &graph, const Node *node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [&](const auto &n) { return n.get() == node; });
}

template <typename P>
hipError_t add(hipGraphNode_t *result, hipGraph_t graph, const hipGraphNode_t *needs, size_t count,
               const P *parameters) {
  if (!result || !graph || !parameters || (count && !needs))
    return hipErrorInvalidValue;
  Node made{};
  if (hipError_t error = set_work(made, *parameters))
    return error;
  *result = graph->add(made.kind, std::vector<Node *>(needs, needs + count), std::move(made.work));
  (*result)->parameters = std::move(made.parameters);
  return hipSuccess;
}

template <typename P> hipError_t get(hipGraphNode_t node, P *parameters) {
  if (!node || !parameters || !node->parameters)
    return hipErrorInvalidValue;
  *parameters = *static_cast<P *>(node->parameters.get());
  return hipSuccess;
}

template <typename P> hipError_t set(hipGraphNode_t node, const P *parameters) {
  return node && parameters ? set_work(*node, *parameters) : hipErrorInvalidValue;
}

template <typename P>
hipError_t set(hipGraphExec_t exec, hipGraphNode_t node, const P *parameters) {
  auto found = exec ? exec->copy_of.find(node) : decltype(exec->copy_of.find(node)){};
  if (!exec || found == exec->copy_of.end())
    return hipErrorInvalidValue;
  return set(found->second, parameters);
}

hipError_t run_all(const std::vector<Node *> &order) {
  for (Node *node : order)
    if (node->work)
      if (hipError_t error = node->work())
        return error;
  return hipSuccess;
}

} // namespace

HIP_API hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags) {
  if (!graph || flags)
    return done(hipErrorInvalidValue);
  *graph = new Graph;
  return hipSuccess;
}

HIP_API hipError_t hipGraphDestroy(hipGraph_t graph) {
  if (!graph)
    return done(hipErrorInvalidValue);
  delete graph;
  return hipSuccess;
}

HIP_API hipError_t hipGraphClone(hipGraph_t *result, hipGraph_t graph) {
  if (!result || !graph)
    return done(hipErrorInvalidValue);
  std::unordered_map<const Node *, Node *> copy_of;
  *result = new Graph;
  clone(*graph, **result, copy_of);
  return hipSuccess;
}

HIP_API hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t graph,
                                                unsigned long long) {
  if (!exec || !graph)
    return done(hipErrorInvalidValue);
  auto made = std::make_unique<GraphExec>();
  clone(*graph, made->copy, made->copy_of);
  made->order = in_order(made->copy);
  if (made->order.size() != graph->nodes.size())
    return done(hipErrorInvalidValue);
  *exec = made.release();
  return hipSuccess;
}

HIP_API hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *,
                                       char *, size_t) {
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}

HIP_API hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  if (!exec)
    return done(hipErrorInvalidValue);
  synchronize_device(-1); // it may be running
  delete exec;
  return hipSuccess;
}

HIP_API hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t) {
  return done(exec ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  if (!exec)
    return done(hipErrorInvalidValue);
  return done(submit(stream, NodeKind::Graph, [exec] { return run_all(exec->order); }));
}

HIP_API hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *,
                                      int *result) {
  constexpr int kTopologyChanged = 2;
  bool same = exec && graph && exec->copy.nodes.size() == graph->nodes.size();
  for (size_t i = 0; same && i < graph->nodes.size(); ++i)
    same = graph->nodes[i]->kind == exec->copy.nodes[i]->kind &&
           graph->nodes[i]->needs.size() == exec->copy.nodes[i]->needs.size();
  if (result)
    *result = same ? 0 : kTopologyChanged;
  if (!same)
    return done(hipErrorGraphExecUpdateFailure);
  GraphExec made;
  clone(*graph, made.copy, made.copy_of);
  made.order = in_order(made.copy);
  *exec = std::move(made);
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                           const hipGraphNode_t *to, size_t count) {
  if (!graph || (count && (!from || !to)))
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (!owns(*graph, from[i]) || !owns(*graph, to[i]) || from[i] == to[i])
      return done(hipErrorInvalidValue);
    to[i]->needs.push_back(from[i]);
  }
  return hipSuccess;
}

HIP_API hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                              const hipGraphNode_t *to, size_t count) {
  if (!graph || (count && (!from || !to)))
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    std::vector<Node *> &needs = to[i]->needs;
    needs.erase(std::remove(needs.begin(), needs.end(), from[i]), needs.end());
  }
  return hipSuccess;
}

HIP_API hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
  if (!node)
    return done(hipErrorInvalidValue);
  node->work = nullptr; // its place among the others stays, so that nothing refers to a lost node
  node->kind = NodeKind::Empty;
  return hipSuccess;
}

HIP_API hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  if (!graph)
    return done(hipErrorInvalidValue);
  std::vector<Node *> all;
  for (const auto &node : graph->nodes)
    all.push_back(node.get());
  return done(give(all, nodes, count));
}

HIP_API hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  if (!graph)
    return done(hipErrorInvalidValue);
  std::vector<Node *> roots;
  for (const auto &node : graph->nodes)
    if (node->needs.empty())
      roots.push_back(node.get());
  return done(give(roots, nodes, count));
}

HIP_API hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes,
                                               size_t *count) {
  return done(node ? give(node->needs, nodes, count) : hipErrorInvalidValue);
}

HIP_API hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                 size_t *count) {
  if (!node || !node->graph)
    return done(hipErrorInvalidValue);
  std::vector<Node *> found;
  for (const auto &other : node->graph->nodes)
    if (std::count(other->needs.begin(), other->needs.end(), node))
      found.push_back(other.get());
  return done(give(found, nodes, count));
}

HIP_API hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                                    size_t *count) {
  if (!graph || !count || !from != !to)
    return done(hipErrorInvalidValue);
  std::vector<Node *> starts, ends;
  for (const auto &node : graph->nodes)
    for (Node *needed : node->needs) {
      starts.push_back(needed);
      ends.push_back(node.get());
    }
  size_t room = *count;
  if (hipError_t error = give(starts, from, count))
    return done(error);
  return done(give(ends, to, &room));
}

HIP_API hipError_t hipGraphNodeGetType(hipGraphNode_t node, int *type) {
  if (!node || !type)
    return done(hipErrorInvalidValue);
  *type = static_cast<int>(node->kind);
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddEmptyNode(hipGraphNode_t *result, hipGraph_t graph,
                                        const hipGraphNode_t *needs, size_t count) {
  if (!result || !graph || (count && !needs))
    return done(hipErrorInvalidValue);
  *result = graph->add(NodeKind::Empty, std::vector<Node *>(needs, needs + count), nullptr);
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *result, hipGraph_t graph,
                                             const hipGraphNode_t *needs, size_t count,
                                             hipGraph_t child) {
  hipGraphExec_t exec = nullptr;
  if (!result || !graph || !child || (count && !needs))
    return done(hipErrorInvalidValue);
  if (hipError_t error = hipGraphInstantiateWithFlags(&exec, child, 0))
    return error;
  std::shared_ptr<GraphExec> owned(exec);
  *result = graph->add(NodeKind::Graph, std::vector<Node *>(needs, needs + count),
                       [owned] { return run_all(owned->order); });
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *result, hipGraph_t graph,
                                              const hipGraphNode_t *needs, size_t count,
                                              hipEvent_t event) {
  if (!result || !graph || !event || (count && !needs))
    return done(hipErrorInvalidValue);
  *result = graph->add(NodeKind::EventRecord, std::vector<Node *>(needs, needs + count),
                       [event] { return record(event, nullptr); });
  return hipSuccess;
}

HIP_API hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *result, hipGraph_t graph,
                                            const hipGraphNode_t *needs, size_t count,
                                            hipEvent_t event) {
  if (!event)
    return done(hipErrorInvalidValue);
  return hipGraphAddEmptyNode(result, graph, needs, count);
}

// Adding, reading and changing the kinds of nodes that have a structure of parameters.
#define NODE_CALLS(Kind, Parameters)                                                               \
  HIP_API hipError_t hipGraphAdd##Kind##Node(hipGraphNode_t *result, hipGraph_t graph,             \
                                             const hipGraphNode_t *needs, size_t count,            \
                                             const Parameters *parameters) {                       \
    return done(add(result, graph, needs, count, parameters));                                     \
  }                                                                                                \
  HIP_API hipError_t hipGraph##Kind##NodeGetParams(hipGraphNode_t node, Parameters *parameters) {  \
    return done(get(node, parameters));                                                            \
  }                                                                                                \
  HIP_API hipError_t hipGraph##Kind##NodeSetParams(hipGraphNode_t node,                            \
                                                   const Parameters *parameters) {                 \
    return done(set(node, parameters));                                                            \
  }                                                                                                \
  HIP_API hipError_t hipGraphExec##Kind##NodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,   \
                                                       const Parameters *parameters) {             \
    return done(set(exec, node, parameters));                                                      \
  }

NODE_CALLS(Kernel, hipKernelNodeParams)
NODE_CALLS(Memcpy, hipMemcpy3DParms)
NODE_CALLS(Memset, hipMemsetParams)
NODE_CALLS(Host, hipHostNodeParams)

HIP_API hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *result, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count, void *to,
                                           const void *from, size_t size, hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  return done(add(result, graph, needs, count, &linear));
}

HIP_API hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from,
                                                 size_t size, hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  return done(set(node, &linear));
}

HIP_API hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node,
                                                     void *to, const void *from, size_t size,
                                                     hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  return done(set(exec, node, &linear));
}
