// Functions of HIP 6 that older headers do not declare, with HIP 6's layouts of their structures.
#include "checks.hpp"

#include <cstring>

struct Side {
  size_t x, y, z, level;
  int type;
  const void *host;
  void *device;
  hipArray *array;
  size_t pitch, height;
};

struct Copy3D {
  Side source, target;
  size_t width, height, depth;
};

struct Fill {
  void *to;
  size_t pitch;
  unsigned value, size;
  size_t width, height;
};

struct Allocation {
  int type, handles, place, device;
  void *security;
  char rest[64];
  const void *access;
  size_t access_count, bytes;
  void *pointer;
};

struct AnyNode {
  int kind, reserved[3];
  union {
    hipHostNodeParams host;
    Allocation allocation;
    void *freed;
    long long most[29];
  };
  long long more;
};

#if HIP_VERSION < 50300000 // headers that do not have the memory of graphs yet
enum hipGraphMemAttributeType : unsigned {};
extern "C" {
hipError_t hipDeviceGetGraphMemAttribute(int, hipGraphMemAttributeType, void *);
hipError_t hipDeviceSetGraphMemAttribute(int, hipGraphMemAttributeType, void *);
hipError_t hipDeviceGraphMemTrim(int);
}
#endif

extern "C" {
hipError_t hipGraphAddNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, AnyNode *);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, AnyNode *);
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                    const Fill *, void *);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                    const Copy3D *, void *);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, Copy3D *);
}

static void run(hipGraph_t graph) {
  hipGraphExec_t exec;
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, nullptr));
  OK(hipDeviceSynchronize());
  OK(hipGraphExecDestroy(exec));
}

static void driver_nodes() {
  hipGraph_t graph;
  hipGraphNode_t fill, copied;
  void *p;
  size_t pitch;
  char out[15] = {};
  OK(hipMallocPitch(&p, &pitch, 5, 3));
  OK(hipGraphCreate(&graph, 0));
  Fill f = {p, pitch, 'x', 1, 5, 3};
  OK(hipDrvGraphAddMemsetNode(&fill, graph, nullptr, 0, &f, nullptr));
  Copy3D c = {}, got = {};
  c.source.type = 2, c.source.device = p, c.source.pitch = pitch, c.source.height = 3;
  c.target.type = 1, c.target.host = out, c.target.pitch = 5, c.target.height = 3;
  c.width = 5, c.height = 3, c.depth = 1;
  OK(hipDrvGraphAddMemcpyNode(&copied, graph, &fill, 1, &c, nullptr));
  OK(hipDrvGraphMemcpyNodeGetParams(copied, &got));
  SAME(std::memcmp(&got, &c, sizeof c), 0);
  hipMemcpy3DParms other;
  GIVES(hipErrorInvalidValue, hipGraphMemcpyNodeGetParams(copied, &other));
  run(graph);
  for (char byte : out)
    SAME(byte, 'x');
  c.width = size_t{1} << 40;
  GIVES(hipErrorInvalidValue, hipDrvGraphAddMemcpyNode(&copied, graph, &fill, 1, &c, nullptr));
  OK(hipGraphDestroy(graph));
  OK(hipFree(p));
}

static void add_one(void *number) { ++*static_cast<int *>(number); }

static hipGraphMemAttributeType attribute(int number) {
  return static_cast<hipGraphMemAttributeType>(number);
}

static size_t memory(int number) {
  size_t value = 99;
  OK(hipDeviceGetGraphMemAttribute(0, attribute(number), &value));
  return value;
}

static void any_nodes() {
  hipGraph_t graph;
  hipGraphNode_t node, allocated;
  int first = 0, second = 0;
  OK(hipGraphCreate(&graph, 0));
  AnyNode any = {};
  any.kind = 3;
  any.host = {add_one, &first};
  OK(hipGraphAddNode(&node, graph, nullptr, 0, &any));
  any.host.userData = &second;
  OK(hipGraphNodeSetParams(node, &any));
  any = {};
  any.kind = 10;
  any.allocation.type = any.allocation.place = 1, any.allocation.bytes = 1000;
  OK(hipGraphAddNode(&allocated, graph, nullptr, 0, &any));
  void *pointer = any.allocation.pointer;
  any = {};
  any.kind = 11, any.freed = pointer;
  OK(hipGraphAddNode(&node, graph, &allocated, 1, &any));
  any.kind = 32;
  GIVES(hipErrorInvalidValue, hipGraphAddNode(&node, graph, nullptr, 0, &any));
  SAME(memory(1), 0u);
  run(graph);
  SAME(first, 0);
  SAME(second, 1);
  SAME(memory(0), 0u);
  SAME(memory(1), 1000u);
  size_t zero = 0;
  OK(hipDeviceSetGraphMemAttribute(0, attribute(1), &zero));
  SAME(memory(1), 0u);
  SAME(memory(3), 1000u);
  GIVES(hipErrorInvalidValue, hipDeviceSetGraphMemAttribute(0, attribute(0), &zero));
  OK(hipDeviceGraphMemTrim(0));
  GIVES(hipErrorInvalidDevice, hipDeviceGraphMemTrim(7));
  OK(hipGraphDestroy(graph));
}

int main() {
  driver_nodes();
  any_nodes();
  return failures != 0;
}
