// CUDA's graph nodes of any kind by one structure, of both interfaces.
#include "cuda_driver_copy.hpp"
#include "cuda_graphs.hpp"
#include "graph_any.hpp"
#include "report.hpp"

using namespace cass;

extern "C" {
hipError_t hipGraphAddNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                           AnyParameters *);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, AnyParameters *);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t, AnyParameters *);
}

namespace {

struct CudaParameters {
  NodeKind kind;
  int reserved[3];
  union {
    struct {
      KernelParameters common;
      void *handle; // of the driver interface, where it names no function
    } kernel;
    struct {
      int flags, reserved;
      void *context;
      union {
        hipMemcpy3DParms runtime;
        CudaCopy driver;
      };
    } copy;
    FillParameters fill;
    hipHostNodeParams host;
    hipGraph_t graph;
    hipEvent_t event;
    hipMemAllocNodeParams allocation;
    void *freed;
    long long most[29];
  };
  long long last;
};

enum class Interface { Runtime, Driver };

void check_kind(NodeKind kind) {
  bool semaphore = static_cast<int>(kind) == 8 || static_cast<int>(kind) == 9;
  if (kind > NodeKind::MemFree || semaphore)
    end_program(kRefused, "refused", "",
                "the program adds a graph node of kind " + std::to_string(static_cast<int>(kind)) +
                    " (a condition, a batch or a semaphore), which is not supported without a GPU");
}

AnyParameters of_hip(const CudaParameters &p, Interface interface) {
  AnyParameters ours{};
  ours.kind = p.kind;
  switch (p.kind) {
  case NodeKind::Kernel:
    ours.kernel = cass::of_hip(p.kernel.common);
    if (interface == Interface::Driver && !ours.kernel.func)
      ours.kernel.func = p.kernel.handle;
    break;
  case NodeKind::Memcpy:
    ours.copy.parameters = p.copy.runtime;
    break;
  case NodeKind::Memset:
    ours.fill = cass::of_hip(p.fill);
    break;
  default:
    std::copy(std::begin(p.most), std::end(p.most), ours.most);
  }
  return ours;
}

// Calls `set` with HIP's form of the parameters, and `set_copy` with a copy of the driver
// interface.
template <typename F, typename G>
hipError_t with_parameters(CudaParameters *p, Interface interface, F set, G set_copy) {
  if (!p)
    return done(hipErrorInvalidValue);
  check_kind(p->kind);
  if (interface == Interface::Driver && p->kind == NodeKind::Memcpy) {
    HIP_MEMCPY3D copy;
    return done(of_hip(p->copy.driver, copy) ? set_copy(copy) : hipErrorInvalidValue);
  }
  AnyParameters ours = of_hip(*p, interface);
  hipError_t error = set(&ours);
  if (!error && p->kind == NodeKind::MemAlloc)
    p->allocation.pointer = ours.allocation.pointer;
  return error;
}

hipError_t add(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *needs, size_t count,
               CudaParameters *p, Interface interface) {
  return with_parameters(
      p, interface,
      [&](AnyParameters *ours) { return hipGraphAddNode(node, graph, needs, count, ours); },
      [&](const HIP_MEMCPY3D &copy) { return add_node(node, graph, needs, count, &copy); });
}

hipError_t set(hipGraphNode_t node, CudaParameters *p, Interface interface) {
  return with_parameters(
      p, interface, [&](AnyParameters *ours) { return hipGraphNodeSetParams(node, ours); },
      [&](const HIP_MEMCPY3D &copy) { return set_parameters(node, NodeKind::Memcpy, &copy); });
}

hipError_t set(hipGraphExec_t exec, hipGraphNode_t node, CudaParameters *p, Interface interface) {
  return with_parameters(
      p, interface,
      [&](AnyParameters *ours) { return hipGraphExecNodeSetParams(exec, node, ours); },
      [&](const HIP_MEMCPY3D &copy) {
        return set_parameters(exec, node, NodeKind::Memcpy, &copy);
      });
}

} // namespace

CUDA_API hipError_t cudaGraphAddNode_v2(hipGraphNode_t *node, hipGraph_t graph,
                                        const hipGraphNode_t *needs, const void *, size_t count,
                                        CudaParameters *p) {
  return add(node, graph, needs, count, p, Interface::Runtime);
}

// Before CUDA 13 there is no data of edges.
CUDA_API hipError_t cudaGraphAddNode(hipGraphNode_t *node, hipGraph_t graph,
                                     const hipGraphNode_t *needs, uintptr_t fourth, uintptr_t fifth,
                                     CudaParameters *sixth) {
  if (has_edge_data())
    return add(node, graph, needs, fifth, sixth, Interface::Runtime);
  return add(node, graph, needs, fourth, reinterpret_cast<CudaParameters *>(fifth),
             Interface::Runtime);
}

CUDA_API hipError_t cudaGraphNodeSetParams(hipGraphNode_t node, CudaParameters *p) {
  return set(node, p, Interface::Runtime);
}

CUDA_API hipError_t cudaGraphExecNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                               CudaParameters *p) {
  return set(exec, node, p, Interface::Runtime);
}

CUDA_API hipError_t cuGraphAddNode(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *needs, size_t count, CudaParameters *p) {
  return add(node, graph, needs, count, p, Interface::Driver);
}

CUDA_API hipError_t cuGraphAddNode_v2(hipGraphNode_t *node, hipGraph_t graph,
                                      const hipGraphNode_t *needs, const void *, size_t count,
                                      CudaParameters *p) {
  return add(node, graph, needs, count, p, Interface::Driver);
}

CUDA_API hipError_t cuGraphNodeSetParams(hipGraphNode_t node, CudaParameters *p) {
  return set(node, p, Interface::Driver);
}

CUDA_API hipError_t cuGraphExecNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                             CudaParameters *p) {
  return set(exec, node, p, Interface::Driver);
}

// Those of CUDA 13.5 differ in what becomes of child graphs, which are copied here.
CUDA_API hipError_t cuGraphAddNode_v3(hipGraphNode_t *node, hipGraph_t graph,
                                      const hipGraphNode_t *needs, const void *, size_t count,
                                      CudaParameters *p) {
  return add(node, graph, needs, count, p, Interface::Driver);
}

CUDA_API hipError_t cuGraphNodeSetParams_v2(hipGraphNode_t node, CudaParameters *p) {
  return set(node, p, Interface::Driver);
}
