// The graph calls of CUDA's driver interface whose structures or parameters differ from HIP's.
#include "cuda_driver_copy.hpp"
#include "cuda_graphs.hpp"

using namespace cass;

extern "C" {
hipError_t hipGraphAddHostNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                               const hipHostNodeParams *);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t, hipHostNodeParams *);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t, const hipHostNodeParams *);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipHostNodeParams *);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                   hipMemAllocNodeParams *);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t, hipMemAllocNodeParams *);
hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *,
                                   size_t);
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *,
                                      size_t);
hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t *, hipGraphNode_t *, size_t *);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t *, int *);
}

namespace {

struct DriverKernel {
  KernelParameters common;
  void *handle, *context; // the handle where `common` names no function
};

// Calls `set` with HIP's form of the parameters.
template <typename F> hipError_t with_kernel(const DriverKernel *p, F set) {
  if (!p)
    return done(hipErrorInvalidValue);
  hipKernelNodeParams ours = of_hip(p->common);
  if (!ours.func)
    ours.func = p->handle;
  return done(set(&ours));
}

template <typename F> hipError_t with_fill(const FillParameters *p, F set) {
  if (!p)
    return done(hipErrorInvalidValue);
  hipMemsetParams ours = of_hip(*p);
  return done(set(&ours));
}

template <typename F> hipError_t with_copy(const CudaCopy *p, F set) {
  HIP_MEMCPY3D ours;
  return done(p && of_hip(*p, ours) ? set(&ours) : hipErrorInvalidValue);
}

} // namespace

CUDA_API hipError_t cuGraphAddKernelNode_v2(hipGraphNode_t *node, hipGraph_t graph,
                                            const hipGraphNode_t *needs, size_t count,
                                            const DriverKernel *p) {
  return with_kernel(p, [&](auto *ours) { return add_node(node, graph, needs, count, ours); });
}

CUDA_API hipError_t cuGraphKernelNodeGetParams_v2(hipGraphNode_t node, DriverKernel *p) {
  hipKernelNodeParams ours{};
  if (!p)
    return done(hipErrorInvalidValue);
  hipError_t error = get_parameters(node, NodeKind::Kernel, &ours);
  if (!error)
    *p = {of_cuda(ours), nullptr, nullptr};
  return done(error);
}

CUDA_API hipError_t cuGraphKernelNodeSetParams_v2(hipGraphNode_t node, const DriverKernel *p) {
  return with_kernel(p, [&](auto *ours) { return set_parameters(node, NodeKind::Kernel, ours); });
}

CUDA_API hipError_t cuGraphExecKernelNodeSetParams_v2(hipGraphExec_t exec, hipGraphNode_t node,
                                                      const DriverKernel *p) {
  return with_kernel(
      p, [&](auto *ours) { return set_parameters(exec, node, NodeKind::Kernel, ours); });
}

CUDA_API hipError_t cuGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                         const hipGraphNode_t *needs, size_t count,
                                         const FillParameters *p, void *) {
  return with_fill(p, [&](auto *ours) { return add_node(node, graph, needs, count, ours); });
}

CUDA_API hipError_t cuGraphMemsetNodeGetParams(hipGraphNode_t node, FillParameters *p) {
  hipMemsetParams ours{};
  if (!p)
    return done(hipErrorInvalidValue);
  hipError_t error = get_parameters(node, NodeKind::Memset, &ours);
  if (!error)
    *p = of_cuda(ours);
  return done(error);
}

CUDA_API hipError_t cuGraphMemsetNodeSetParams(hipGraphNode_t node, const FillParameters *p) {
  return with_fill(p, [&](auto *ours) { return set_parameters(node, NodeKind::Memset, ours); });
}

CUDA_API hipError_t cuGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const FillParameters *p, void *) {
  return with_fill(p,
                   [&](auto *ours) { return set_parameters(exec, node, NodeKind::Memset, ours); });
}

CUDA_API hipError_t cuGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                         const hipGraphNode_t *needs, size_t count,
                                         const CudaCopy *p, void *) {
  return with_copy(p, [&](auto *ours) { return add_node(node, graph, needs, count, ours); });
}

CUDA_API hipError_t cuGraphMemcpyNodeGetParams(hipGraphNode_t node, CudaCopy *p) {
  HIP_MEMCPY3D ours{};
  if (!p)
    return done(hipErrorInvalidValue);
  hipError_t error = get_parameters(node, NodeKind::Memcpy, &ours);
  if (!error)
    *p = of_cuda(ours);
  return done(error);
}

CUDA_API hipError_t cuGraphMemcpyNodeSetParams(hipGraphNode_t node, const CudaCopy *p) {
  return with_copy(p, [&](auto *ours) { return set_parameters(node, NodeKind::Memcpy, ours); });
}

CUDA_API hipError_t cuGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const CudaCopy *p, void *) {
  return with_copy(p,
                   [&](auto *ours) { return set_parameters(exec, node, NodeKind::Memcpy, ours); });
}

CUDA_API hipError_t cuGraphAddHostNode(hipGraphNode_t *node, hipGraph_t graph,
                                       const hipGraphNode_t *needs, size_t count,
                                       const hipHostNodeParams *p) {
  return hipGraphAddHostNode(node, graph, needs, count, p);
}

CUDA_API hipError_t cuGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *p) {
  return hipGraphHostNodeGetParams(node, p);
}

CUDA_API hipError_t cuGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *p) {
  return hipGraphHostNodeSetParams(node, p);
}

CUDA_API hipError_t cuGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                 const hipHostNodeParams *p) {
  return hipGraphExecHostNodeSetParams(exec, node, p);
}

CUDA_API hipError_t cuGraphAddMemAllocNode(hipGraphNode_t *node, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count,
                                           hipMemAllocNodeParams *p) {
  return hipGraphAddMemAllocNode(node, graph, needs, count, p);
}

CUDA_API hipError_t cudaGraphAddMemAllocNode(hipGraphNode_t *node, hipGraph_t graph,
                                             const hipGraphNode_t *needs, size_t count,
                                             hipMemAllocNodeParams *p) {
  return hipGraphAddMemAllocNode(node, graph, needs, count, p);
}

CUDA_API hipError_t cuGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *p) {
  return hipGraphMemAllocNodeGetParams(node, p);
}

CUDA_API hipError_t cudaGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *p) {
  return hipGraphMemAllocNodeGetParams(node, p);
}

CUDA_API hipError_t cuGraphAddDependencies_v2(hipGraph_t graph, const hipGraphNode_t *from,
                                              const hipGraphNode_t *to, const void *,
                                              size_t count) {
  return hipGraphAddDependencies(graph, from, to, count);
}

CUDA_API hipError_t cuGraphRemoveDependencies_v2(hipGraph_t graph, const hipGraphNode_t *from,
                                                 const hipGraphNode_t *to, const void *,
                                                 size_t count) {
  return hipGraphRemoveDependencies(graph, from, to, count);
}

CUDA_API hipError_t cuGraphGetEdges_v2(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                                       void *, size_t *count) {
  return hipGraphGetEdges(graph, from, to, count);
}

CUDA_API hipError_t cuGraphNodeGetDependencies_v2(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                  void *, size_t *count) {
  return hipGraphNodeGetDependencies(node, nodes, count);
}

CUDA_API hipError_t cuGraphNodeGetDependentNodes_v2(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                    void *, size_t *count) {
  return hipGraphNodeGetDependentNodes(node, nodes, count);
}

CUDA_API hipError_t cuGraphExecUpdate_v2(hipGraphExec_t exec, hipGraph_t graph,
                                         UpdateResult *info) {
  if (!info)
    return done(hipErrorInvalidValue);
  *info = {};
  return hipGraphExecUpdate(exec, graph, &info->node, &info->result);
}
