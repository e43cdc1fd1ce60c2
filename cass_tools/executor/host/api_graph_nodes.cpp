// Graph nodes that have a structure of parameters: added, read, changed.
#include "graphs.hpp"
#include "memory.hpp"

using namespace cass;

HIP_API hipError_t hipGraphAddKernelNode(hipGraphNode_t *result, hipGraph_t graph,
                                         const hipGraphNode_t *needs, size_t count,
                                         const hipKernelNodeParams *parameters) {
  return done(add_node(result, graph, needs, count, parameters));
}

HIP_API hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node,
                                               hipKernelNodeParams *parameters) {
  return done(get_parameters(node, NodeKind::Kernel, parameters));
}

HIP_API hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node,
                                               const hipKernelNodeParams *parameters) {
  return done(set_parameters(node, NodeKind::Kernel, parameters));
}

HIP_API hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const hipKernelNodeParams *parameters) {
  return done(set_parameters(exec, node, NodeKind::Kernel, parameters));
}

HIP_API hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *result, hipGraph_t graph,
                                         const hipGraphNode_t *needs, size_t count,
                                         const hipMemcpy3DParms *parameters) {
  return done(add_node(result, graph, needs, count, parameters));
}

HIP_API hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *parameters) {
  return done(get_parameters(node, NodeKind::Memcpy, parameters));
}

HIP_API hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node,
                                               const hipMemcpy3DParms *parameters) {
  return done(set_parameters(node, NodeKind::Memcpy, parameters));
}

HIP_API hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const hipMemcpy3DParms *parameters) {
  return done(set_parameters(exec, node, NodeKind::Memcpy, parameters));
}

HIP_API hipError_t hipGraphAddMemsetNode(hipGraphNode_t *result, hipGraph_t graph,
                                         const hipGraphNode_t *needs, size_t count,
                                         const hipMemsetParams *parameters) {
  return done(add_node(result, graph, needs, count, parameters));
}

HIP_API hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *parameters) {
  return done(get_parameters(node, NodeKind::Memset, parameters));
}

HIP_API hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node,
                                               const hipMemsetParams *parameters) {
  return done(set_parameters(node, NodeKind::Memset, parameters));
}

HIP_API hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const hipMemsetParams *parameters) {
  return done(set_parameters(exec, node, NodeKind::Memset, parameters));
}

HIP_API hipError_t hipGraphAddHostNode(hipGraphNode_t *result, hipGraph_t graph,
                                       const hipGraphNode_t *needs, size_t count,
                                       const hipHostNodeParams *parameters) {
  return done(add_node(result, graph, needs, count, parameters));
}

HIP_API hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *parameters) {
  return done(get_parameters(node, NodeKind::Host, parameters));
}

HIP_API hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node,
                                             const hipHostNodeParams *parameters) {
  return done(set_parameters(node, NodeKind::Host, parameters));
}

HIP_API hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                 const hipHostNodeParams *parameters) {
  return done(set_parameters(exec, node, NodeKind::Host, parameters));
}

namespace {

// New parameters are looked at more closely than those of a new node: a copy onto itself is an
// error.
bool overlaps(const LinearCopy &copy) {
  auto to = reinterpret_cast<uintptr_t>(copy.to), from = reinterpret_cast<uintptr_t>(copy.from);
  return to < from + copy.size && from < to + copy.size;
}

// The other side of a variable, which may be the host's own copy of another variable.
bool is_hosts(const void *pointer, hipMemcpyKind kind) {
  return kind == hipMemcpyDeviceToDevice && pointer && !memory().find(pointer);
}

hipError_t copy_to_symbol(LinearCopy &copy, const void *symbol, const void *from, size_t size,
                          size_t offset, hipMemcpyKind kind) {
  char *place = nullptr;
  hipError_t error = symbol_place(symbol, size, offset, place);
  copy = {place, from, size, kind};
  return !error && is_hosts(from, kind) ? hipErrorInvalidValue : error;
}

hipError_t copy_from_symbol(LinearCopy &copy, void *to, const void *symbol, size_t size,
                            size_t offset, hipMemcpyKind kind) {
  char *place = nullptr;
  hipError_t error = symbol_place(symbol, size, offset, place);
  copy = {to, place, size, kind};
  return !error && is_hosts(to, kind) ? hipErrorInvalidValue : error;
}

} // namespace

// Linear copies, and copies from and to variables, are the same kind of node with a short list of
// parameters.
HIP_API hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *result, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count, void *to,
                                           const void *from, size_t size, hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  return done(add_node(result, graph, needs, count, &linear));
}

HIP_API hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from,
                                                 size_t size, hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  if (overlaps(linear))
    return done(hipErrorInvalidValue);
  return done(set_parameters(node, NodeKind::Memcpy, &linear));
}

HIP_API hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node,
                                                     void *to, const void *from, size_t size,
                                                     hipMemcpyKind kind) {
  LinearCopy linear{to, from, size, kind};
  if (overlaps(linear))
    return done(hipErrorInvalidValue);
  return done(set_parameters(exec, node, NodeKind::Memcpy, &linear));
}

HIP_API hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *result, hipGraph_t graph,
                                                 const hipGraphNode_t *needs, size_t count,
                                                 const void *symbol, const void *from, size_t size,
                                                 size_t offset, hipMemcpyKind kind) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  LinearCopy linear{};
  if (hipError_t error = copy_to_symbol(linear, symbol, from, size, offset, kind))
    return done(error);
  return done(add_node(result, graph, needs, count, &linear));
}

HIP_API hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol,
                                                       const void *from, size_t size, size_t offset,
                                                       hipMemcpyKind kind) {
  LinearCopy linear{};
  if (hipError_t error = copy_to_symbol(linear, symbol, from, size, offset, kind))
    return done(error);
  return done(set_parameters(node, NodeKind::Memcpy, &linear));
}

HIP_API hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t exec, hipGraphNode_t node,
                                                           const void *symbol, const void *from,
                                                           size_t size, size_t offset,
                                                           hipMemcpyKind kind) {
  LinearCopy linear{};
  if (hipError_t error = copy_to_symbol(linear, symbol, from, size, offset, kind))
    return done(error);
  return done(set_parameters(exec, node, NodeKind::Memcpy, &linear));
}

HIP_API hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *result, hipGraph_t graph,
                                                   const hipGraphNode_t *needs, size_t count,
                                                   void *to, const void *symbol, size_t size,
                                                   size_t offset, hipMemcpyKind kind) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  LinearCopy linear{};
  if (hipError_t error = copy_from_symbol(linear, to, symbol, size, offset, kind))
    return done(error);
  return done(add_node(result, graph, needs, count, &linear));
}

HIP_API hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *to,
                                                         const void *symbol, size_t size,
                                                         size_t offset, hipMemcpyKind kind) {
  LinearCopy linear{};
  if (hipError_t error = copy_from_symbol(linear, to, symbol, size, offset, kind))
    return done(error);
  return done(set_parameters(node, NodeKind::Memcpy, &linear));
}

HIP_API hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t exec,
                                                             hipGraphNode_t node, void *to,
                                                             const void *symbol, size_t size,
                                                             size_t offset, hipMemcpyKind kind) {
  LinearCopy linear{};
  if (hipError_t error = copy_from_symbol(linear, to, symbol, size, offset, kind))
    return done(error);
  return done(set_parameters(exec, node, NodeKind::Memcpy, &linear));
}
