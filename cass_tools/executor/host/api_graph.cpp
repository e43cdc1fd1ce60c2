// Graphs: made, copied, instantiated, launched, updated.
#include "events.hpp"
#include "graphs.hpp"

#include <fstream>
#include <mutex>
#include <unordered_set>

using namespace cass;

namespace {

struct Execs {
  std::mutex mutex;
  std::unordered_set<const GraphExec *> known;
};

Execs &execs() {
  static Execs *execs = new Execs;
  return *execs;
}

struct InstantiateParams {
  hipGraphNode_t error_node;
  unsigned long long flags;
  int result;
  hipStream_t upload;
};

enum Update { Same, Error, TopologyChanged, NodeTypeChanged };

// Whether two graphs differ in nothing but what their nodes do; if they do, the node that tells so.
Update compare(const Graph &a, const Graph &b, hipGraphNode_t &where) {
  if (a.nodes.size() != b.nodes.size())
    return TopologyChanged;
  const auto place = [](const Graph &graph, const Node *node) {
    auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                              [&](auto &n) { return n.get() == node; });
    return found - graph.nodes.begin();
  };
  for (size_t i = 0; i < a.nodes.size(); ++i) {
    const Node &x = *a.nodes[i], &y = *b.nodes[i];
    where = b.nodes[i].get();
    if (x.kind != y.kind)
      return NodeTypeChanged;
    if (x.needs.size() != y.needs.size())
      return TopologyChanged;
    for (size_t n = 0; n < x.needs.size(); ++n)
      if (place(a, x.needs[n]) != place(b, y.needs[n]))
        return TopologyChanged;
    if (Update inner = x.child && y.child ? compare(*x.child, *y.child, where) : Same)
      return inner;
  }
  where = nullptr;
  return Same;
}

void take_over(Graph &to, const Graph &from) {
  for (size_t i = 0; i < to.nodes.size(); ++i) {
    Node &node = *to.nodes[i];
    node.work = from.nodes[i]->work;
    node.parameters = from.nodes[i]->parameters;
    node.event = from.nodes[i]->event;
    if (node.child)
      take_over(*node.child, *from.nodes[i]->child);
  }
}

bool has_cycle(const Graph &graph) { return in_order(graph).size() != graph.nodes.size(); }

} // namespace

bool cass::known(const GraphExec *exec) {
  std::lock_guard lock(execs().mutex);
  return execs().known.count(exec) != 0;
}

Node *cass::node_of(hipGraphExec_t exec, hipGraphNode_t node, NodeKind kind) {
  if (!known(exec) || !known(node))
    return nullptr;
  Node *found = copy_of(node, *exec->graph);
  return found && found->kind == kind ? found : nullptr;
}

HIP_API hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags) {
  if (!graph || flags)
    return done(hipErrorInvalidValue);
  *graph = new Graph;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphDestroy(hipGraph_t graph) {
  if (!known(graph) || graph->parent)
    return done(hipErrorInvalidValue);
  delete graph;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphClone(hipGraph_t *result, hipGraph_t graph) {
  if (!result || !known(graph))
    return done(hipErrorInvalidValue);
  *result = clone(*graph).release();
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphNodeFindInClone(hipGraphNode_t *result, hipGraphNode_t original,
                                           hipGraph_t cloned) {
  if (!result || !known(original) || !known(cloned) || cloned->origin != original->graph)
    return done(hipErrorInvalidValue);
  Node *found = copy_of(original, *cloned);
  if (!found)
    return done(hipErrorInvalidValue);
  *result = found;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t graph,
                                                unsigned long long flags) {
  constexpr unsigned long long kKnown = 15; // of which one may be set
  if (!exec || !known(graph) || flags > kKnown || (flags & (flags - 1)) || has_cycle(*graph))
    return done(hipErrorInvalidValue);
  *exec = new GraphExec{clone(*graph), flags};
  std::lock_guard lock(execs().mutex);
  execs().known.insert(*exec);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *,
                                       char *, size_t) {
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}

HIP_API hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *exec, hipGraph_t graph,
                                                 InstantiateParams *p) {
  if (!exec || !graph || !p)
    return done(hipErrorInvalidValue);
  hipError_t error = hipGraphInstantiateWithFlags(exec, graph, p->flags);
  constexpr int kOk = 0, kError = 1;
  p->result = error ? kError : kOk;
  p->error_node = nullptr;
  return error;
}

HIP_API hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long *flags) {
  if (!known(exec) || !flags)
    return done(hipErrorInvalidValue);
  *flags = exec->flags;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  if (!known(exec))
    return done(hipErrorInvalidValue);
  synchronize_device(-1); // it may be running
  {
    std::lock_guard lock(execs().mutex);
    execs().known.erase(exec);
  }
  delete exec;
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t stream) {
  if (!known(exec))
    return done(hipErrorInvalidValue);
  return done(stream_of(stream) ? hipSuccess : hipErrorContextIsDestroyed);
}

HIP_API hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  if (!known(exec))
    return done(hipErrorInvalidValue);
  if (!stream_of(stream))
    return done(hipErrorContextIsDestroyed);
  // What the graph is now: its nodes may be changed for the next launch while this one runs.
  std::shared_ptr<Graph> now = clone(*exec->graph);
  return done(submit(stream, NodeKind::Graph, [now] { return now->run(); }));
}

HIP_API hipError_t hipGraphLaunch_spt(hipGraphExec_t exec, hipStream_t stream) {
  return hipGraphLaunch(exec, per_thread(stream));
}

HIP_API hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *where,
                                      int *result) {
  if (!known(exec) || !known(graph) || !where || !result)
    return done(hipErrorInvalidValue);
  Update found = compare(*exec->graph, *graph, *where);
  *result = found;
  if (found != Same)
    return done(hipErrorGraphExecUpdateFailure);
  take_over(*exec->graph, *clone(*graph));
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node,
                                          unsigned enabled) {
  Node *found = known(node) ? node_of(exec, node, node->kind) : nullptr;
  if (!found || (found->kind != NodeKind::Kernel && found->kind != NodeKind::Memcpy &&
                 found->kind != NodeKind::Memset))
    return done(hipErrorInvalidValue);
  found->enabled = enabled != 0;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node,
                                          unsigned *enabled) {
  Node *found = known(node) ? node_of(exec, node, node->kind) : nullptr;
  if (!found || !enabled)
    return done(hipErrorInvalidValue);
  *enabled = found->enabled;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *path, unsigned) {
  static constexpr const char *kNames[] = {"kernel", "memcpy", "memset",     "host",
                                           "graph",  "empty",  "wait event", "event record"};
  if (!known(graph) || !path)
    return done(hipErrorInvalidValue);
  std::ofstream file(path);
  if (!file)
    return done(hipErrorOperatingSystem);
  file << "digraph {\n";
  for (const auto &node : graph->nodes) {
    auto kind = static_cast<size_t>(node->kind);
    file << "  n" << node.get() << " [label=\""
         << (kind < std::size(kNames) ? kNames[kind] : "memory") << "\"];\n";
    for (const Node *needed : node->needs)
      file << "  n" << needed << " -> n" << node.get() << ";\n";
  }
  file << "}\n";
  return done(hipSuccess);
}
