// CUDA's graph calls whose structures or parameters differ from HIP's. CUDA 13 added data of edges
// to some: it is there in programs of that release only, and asks for nothing that a graph has not
// here.
#include "cuda_graphs.hpp"

#include <cstring>

using namespace cass;

extern "C" {
hipError_t hipGraphAddKernelNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                 const hipKernelNodeParams *);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t, hipKernelNodeParams *);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t, const hipKernelNodeParams *);
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                           const hipKernelNodeParams *);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                 const hipMemsetParams *);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t, hipMemsetParams *);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t, const hipMemsetParams *);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipMemsetParams *);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *, hipGraph_t, unsigned long long);
hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t *, int *);
hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *,
                                   size_t);
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *,
                                      size_t);
hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t *, hipGraphNode_t *, size_t *);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphNodeGetType(hipGraphNode_t, int *);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, int *, unsigned long long *, hipGraph_t *,
                                      const hipGraphNode_t **, size_t *);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, hipGraphNode_t *, size_t, unsigned);
}

namespace {

// The last parameter, which is one place later where there is data of edges.
size_t count_of(uintptr_t fourth, size_t fifth) { return has_edge_data() ? fifth : fourth; }

template <typename Get, typename Theirs, typename Ours>
hipError_t get(Get from, hipGraphNode_t node, Theirs *result, Ours found) {
  if (!result)
    return done(hipErrorInvalidValue);
  hipError_t error = from(node, &found);
  if (!error)
    *result = of_cuda(found);
  return error;
}

} // namespace

CUDA_API hipError_t cudaGraphAddKernelNode(hipGraphNode_t *node, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count,
                                           const KernelParameters *p) {
  hipKernelNodeParams ours = p ? of_hip(*p) : hipKernelNodeParams{};
  return hipGraphAddKernelNode(node, graph, needs, count, p ? &ours : nullptr);
}

CUDA_API hipError_t cudaGraphKernelNodeGetParams(hipGraphNode_t node, KernelParameters *p) {
  return get(hipGraphKernelNodeGetParams, node, p, hipKernelNodeParams{});
}

CUDA_API hipError_t cudaGraphKernelNodeSetParams(hipGraphNode_t node, const KernelParameters *p) {
  hipKernelNodeParams ours = p ? of_hip(*p) : hipKernelNodeParams{};
  return hipGraphKernelNodeSetParams(node, p ? &ours : nullptr);
}

CUDA_API hipError_t cudaGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                     const KernelParameters *p) {
  hipKernelNodeParams ours = p ? of_hip(*p) : hipKernelNodeParams{};
  return hipGraphExecKernelNodeSetParams(exec, node, p ? &ours : nullptr);
}

CUDA_API hipError_t cudaGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count,
                                           const FillParameters *p) {
  hipMemsetParams ours = p ? of_hip(*p) : hipMemsetParams{};
  return hipGraphAddMemsetNode(node, graph, needs, count, p ? &ours : nullptr);
}

CUDA_API hipError_t cudaGraphMemsetNodeGetParams(hipGraphNode_t node, FillParameters *p) {
  return get(hipGraphMemsetNodeGetParams, node, p, hipMemsetParams{});
}

CUDA_API hipError_t cudaGraphMemsetNodeSetParams(hipGraphNode_t node, const FillParameters *p) {
  hipMemsetParams ours = p ? of_hip(*p) : hipMemsetParams{};
  return hipGraphMemsetNodeSetParams(node, p ? &ours : nullptr);
}

CUDA_API hipError_t cudaGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                     const FillParameters *p) {
  hipMemsetParams ours = p ? of_hip(*p) : hipMemsetParams{};
  return hipGraphExecMemsetNodeSetParams(exec, node, p ? &ours : nullptr);
}

// The flags since CUDA 12; before, places for a message.
CUDA_API hipError_t cudaGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph,
                                         unsigned long long flags) {
  return hipGraphInstantiateWithFlags(exec, graph, cuda_version() >= 12 ? flags : 0);
}

CUDA_API hipError_t cudaGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, UpdateResult *info) {
  if (!info)
    return done(hipErrorInvalidValue);
  *info = {};
  return hipGraphExecUpdate(exec, graph, &info->node, &info->result);
}

CUDA_API hipError_t cudaGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                             const hipGraphNode_t *to, uintptr_t fourth,
                                             size_t fifth) {
  return hipGraphAddDependencies(graph, from, to, count_of(fourth, fifth));
}

CUDA_API hipError_t cudaGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                                const hipGraphNode_t *to, uintptr_t fourth,
                                                size_t fifth) {
  return hipGraphRemoveDependencies(graph, from, to, count_of(fourth, fifth));
}

CUDA_API hipError_t cudaGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                                      void *fourth, size_t *fifth) {
  auto count = has_edge_data() ? fifth : static_cast<size_t *>(fourth);
  return hipGraphGetEdges(graph, from, to, count);
}

CUDA_API hipError_t cudaGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                 void *third, size_t *fourth) {
  auto count = has_edge_data() ? fourth : static_cast<size_t *>(third);
  return hipGraphNodeGetDependencies(node, nodes, count);
}

CUDA_API hipError_t cudaGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes,
                                                   void *third, size_t *fourth) {
  auto count = has_edge_data() ? fourth : static_cast<size_t *>(third);
  return hipGraphNodeGetDependentNodes(node, nodes, count);
}

CUDA_API hipError_t cudaGraphNodeGetType(hipGraphNode_t node, int *type) {
  return hipGraphNodeGetType(node, type);
}

CUDA_API hipError_t cudaStreamGetCaptureInfo_v2(hipStream_t stream, int *status,
                                                unsigned long long *id, hipGraph_t *graph,
                                                const hipGraphNode_t **heads, size_t *count) {
  return hipStreamGetCaptureInfo_v2(stream, status, id, graph, heads, count);
}

CUDA_API hipError_t cudaStreamGetCaptureInfo(hipStream_t stream, int *status,
                                             unsigned long long *id, hipGraph_t *graph,
                                             const hipGraphNode_t **heads, const void **edges,
                                             size_t *count) {
  if (!has_edge_data()) // its caller gave three parameters only
    return hipStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
  if (edges)
    *edges = nullptr;
  return hipStreamGetCaptureInfo_v2(stream, status, id, graph, heads, count);
}

CUDA_API hipError_t cudaStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *nodes,
                                                        uintptr_t third, size_t fourth,
                                                        unsigned fifth) {
  if (has_edge_data())
    return hipStreamUpdateCaptureDependencies(stream, nodes, fourth, fifth);
  return hipStreamUpdateCaptureDependencies(stream, nodes, third, static_cast<unsigned>(fourth));
}
