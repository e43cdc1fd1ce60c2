// Nodes of any kind by one structure, and the driver interface's nodes.
#include "graph_any.hpp"

using namespace cass;

HIP_API hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                                             size_t, hipGraph_t);
HIP_API hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                                              size_t, hipEvent_t);
HIP_API hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                                            size_t, hipEvent_t);
HIP_API hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                                           size_t, hipMemAllocNodeParams *);
HIP_API hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                                          size_t, void *);
HIP_API hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t, hipEvent_t);
HIP_API hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t, hipEvent_t);
HIP_API hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraph_t);
HIP_API hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);
HIP_API hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);

namespace {

struct DriverMemset {
  void *to;
  size_t pitch;
  unsigned value, element_size;
  size_t width, height;
};

hipMemsetParams runtime_memset(const DriverMemset &p) {
  return {p.to, p.element_size, p.height, p.pitch, p.value, p.width};
}

// Calls `set` with those parameters that a node of the kind has.
template <typename F> hipError_t with_parameters(AnyParameters *p, F set) {
  if (!p)
    return hipErrorInvalidValue;
  switch (p->kind) {
  case NodeKind::Kernel:
    return set(&p->kernel);
  case NodeKind::Memcpy:
    return set(&p->copy.parameters);
  case NodeKind::Memset:
    return set(&p->fill);
  case NodeKind::Host:
    return set(&p->host);
  default:
    return hipErrorInvalidValue;
  }
}

} // namespace

HIP_API hipError_t hipGraphAddNode(hipGraphNode_t *result, hipGraph_t graph,
                                   const hipGraphNode_t *needs, size_t count, AnyParameters *p) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  if (!p)
    return done(hipErrorInvalidValue);
  switch (p->kind) {
  case NodeKind::Graph:
    return hipGraphAddChildGraphNode(result, graph, needs, count, p->graph);
  case NodeKind::Empty:
    *result = graph->add(NodeKind::Empty, std::vector<Node *>(needs, needs + count), nullptr);
    return done(hipSuccess);
  case NodeKind::WaitEvent:
    return hipGraphAddEventWaitNode(result, graph, needs, count, p->event);
  case NodeKind::EventRecord:
    return hipGraphAddEventRecordNode(result, graph, needs, count, p->event);
  case NodeKind::MemAlloc:
    return hipGraphAddMemAllocNode(result, graph, needs, count, &p->allocation);
  case NodeKind::MemFree:
    return hipGraphAddMemFreeNode(result, graph, needs, count, p->freed);
  default:
    return done(with_parameters(p, [&](const auto *parameters) {
      return add_node(result, graph, needs, count, parameters);
    }));
  }
}

HIP_API hipError_t hipGraphNodeSetParams(hipGraphNode_t node, AnyParameters *p) {
  if (p && p->kind == NodeKind::WaitEvent)
    return hipGraphEventWaitNodeSetEvent(node, p->event);
  if (p && p->kind == NodeKind::EventRecord)
    return hipGraphEventRecordNodeSetEvent(node, p->event);
  return done(with_parameters(
      p, [&](const auto *parameters) { return set_parameters(node, p->kind, parameters); }));
}

HIP_API hipError_t hipGraphExecNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                             AnyParameters *p) {
  if (p && p->kind == NodeKind::Graph)
    return hipGraphExecChildGraphNodeSetParams(exec, node, p->graph);
  if (p && p->kind == NodeKind::WaitEvent)
    return hipGraphExecEventWaitNodeSetEvent(exec, node, p->event);
  if (p && p->kind == NodeKind::EventRecord)
    return hipGraphExecEventRecordNodeSetEvent(exec, node, p->event);
  return done(with_parameters(
      p, [&](const auto *parameters) { return set_parameters(exec, node, p->kind, parameters); }));
}

HIP_API hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *result, hipGraph_t graph,
                                            const hipGraphNode_t *needs, size_t count,
                                            const DriverMemset *p, void *) {
  if (!p)
    return done(hipErrorInvalidValue);
  hipMemsetParams parameters = runtime_memset(*p);
  return done(add_node(result, graph, needs, count, &parameters));
}

HIP_API hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                      const DriverMemset *p, void *) {
  if (!p)
    return done(hipErrorInvalidValue);
  hipMemsetParams parameters = runtime_memset(*p);
  return done(set_parameters(exec, node, NodeKind::Memset, &parameters));
}

HIP_API hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *result, hipGraph_t graph,
                                            const hipGraphNode_t *needs, size_t count,
                                            const void *p, void *) {
  if (!p)
    return done(hipErrorInvalidValue);
  HIP_MEMCPY3D parameters = driver_copy(p);
  return done(add_node(result, graph, needs, count, &parameters));
}

HIP_API hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, void *p) {
  HIP_MEMCPY3D parameters;
  if (!p)
    return done(hipErrorInvalidValue);
  if (hipError_t error = get_parameters(node, NodeKind::Memcpy, &parameters))
    return done(error);
  put_driver_copy(parameters, p);
  return done(hipSuccess);
}

HIP_API hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const void *p) {
  if (!p)
    return done(hipErrorInvalidValue);
  HIP_MEMCPY3D parameters = driver_copy(p);
  return done(set_parameters(node, NodeKind::Memcpy, &parameters));
}

HIP_API hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                      const void *p, void *) {
  if (!p)
    return done(hipErrorInvalidValue);
  HIP_MEMCPY3D parameters = driver_copy(p);
  return done(set_parameters(exec, node, NodeKind::Memcpy, &parameters));
}

HIP_API hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *result, hipGraph_t graph,
                                             const hipGraphNode_t *needs, size_t count,
                                             void *pointer) {
  return hipGraphAddMemFreeNode(result, graph, needs, count, pointer);
}
