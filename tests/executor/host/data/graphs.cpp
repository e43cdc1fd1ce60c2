// Graphs made node by node: their handles, copies, children, changes and order.
#include "checks.hpp"

static void add_one(void *number) { ++*static_cast<int *>(number); }

static void run(hipGraphExec_t exec) {
  OK(hipGraphLaunch(exec, nullptr));
  OK(hipDeviceSynchronize());
}

static void children_and_copies() {
  hipGraph_t graph, inner, copy, found;
  hipGraphNode_t count, child, other;
  hipGraphExec_t exec;
  int number = 0;
  OK(hipGraphCreate(&inner, 0));
  OK(hipGraphCreate(&graph, 0));
  hipHostNodeParams p = {add_one, &number};
  OK(hipGraphAddHostNode(&count, inner, nullptr, 0, &p));
  OK(hipGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  OK(hipGraphAddChildGraphNode(&other, graph, &child, 1, inner));
  OK(hipGraphChildGraphNodeGetGraph(child, &found));
  SAME(found != inner, true); // the node has a copy
  GIVES(hipErrorInvalidValue, hipGraphDestroy(found));
  OK(hipGraphDestroy(inner));
  GIVES(hipErrorInvalidValue, hipGraphDestroy(inner));
  OK(hipGraphClone(&copy, graph));
  hipGraphNode_t cloned;
  OK(hipGraphNodeFindInClone(&cloned, other, copy));
  size_t needs = 0;
  OK(hipGraphNodeGetDependencies(cloned, nullptr, &needs));
  SAME(needs, 1u);
  GIVES(hipErrorInvalidValue, hipGraphNodeFindInClone(&cloned, other, graph));
  OK(hipGraphInstantiate(&exec, copy, nullptr, nullptr, 0));
  OK(hipGraphDestroy(copy));
  run(exec);
  SAME(number, 2);
  OK(hipGraphExecDestroy(exec));
  GIVES(hipErrorInvalidValue, hipGraphLaunch(exec, nullptr));
  GIVES(hipErrorInvalidValue, hipGraphAddEmptyNode(&cloned, graph, &count, 1)); // another graph's
  OK(hipGraphDestroyNode(child));
  OK(hipGraphGetNodes(graph, nullptr, &needs));
  SAME(needs, 1u);
  OK(hipGraphNodeGetDependencies(other, nullptr, &needs));
  SAME(needs, 0u);
  OK(hipGraphDestroy(graph));
}

static void updates() {
  hipGraph_t graph, next, longer;
  hipGraphNode_t node, where;
  hipGraphExec_t exec;
  hipGraphExecUpdateResult result;
  int a = 0, b = 0;
  hipHostNodeParams p = {add_one, &a}, q = {add_one, &b};
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphCreate(&next, 0));
  OK(hipGraphCreate(&longer, 0));
  OK(hipGraphAddHostNode(&node, graph, nullptr, 0, &p));
  OK(hipGraphAddHostNode(&node, next, nullptr, 0, &q));
  OK(hipGraphAddHostNode(&node, longer, nullptr, 0, &q));
  OK(hipGraphAddEmptyNode(&node, longer, &node, 1));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  run(exec);
  OK(hipGraphExecUpdate(exec, next, &where, &result));
  SAME(result, hipGraphExecUpdateSuccess);
  run(exec);
  SAME(a, 1);
  SAME(b, 1);
  GIVES(hipErrorGraphExecUpdateFailure, hipGraphExecUpdate(exec, longer, &where, &result));
  SAME(result, hipGraphExecUpdateErrorTopologyChanged);
  run(exec);
  SAME(b, 2);
  OK(hipGraphExecDestroy(exec));
}

static void events() {
  hipGraph_t graph;
  hipGraphNode_t node;
  hipGraphExec_t exec;
  hipEvent_t before, after, got;
  float ms = -1;
  OK(hipEventCreate(&before));
  OK(hipEventCreate(&after));
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddEventRecordNode(&node, graph, nullptr, 0, before));
  OK(hipGraphAddEventRecordNode(&node, graph, &node, 1, before));
  OK(hipGraphEventRecordNodeSetEvent(node, after));
  OK(hipGraphEventRecordNodeGetEvent(node, &got));
  SAME(got, after);
  GIVES(hipErrorInvalidValue, hipGraphEventWaitNodeGetEvent(node, &got));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  run(exec);
  OK(hipEventElapsedTime(&ms, before, after));
  SAME(ms > 0, true);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

// The nodes of a captured stream tell what was called, and their memory is there at each launch.
static void captured() {
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  char *memory = nullptr, host[64] = {};
  int number = 0;
  OK(hipStreamCreate(&stream));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  OK(hipMallocAsync(reinterpret_cast<void **>(&memory), sizeof host, stream));
  OK(hipMemsetAsync(memory, 7, sizeof host, stream));
  OK(hipMemcpyAsync(host, memory, sizeof host, hipMemcpyDeviceToHost, stream));
  OK(hipLaunchHostFunc(stream, add_one, &number));
  OK(hipFreeAsync(memory, stream));
  OK(hipStreamEndCapture(stream, &graph));
  hipGraphNode_t nodes[5];
  size_t count = 5;
  OK(hipGraphGetNodes(graph, nodes, &count));
  SAME(count, 5u);
  hipMemsetParams set;
  hipMemcpy3DParms copy;
  hipHostNodeParams call;
  OK(hipGraphMemsetNodeGetParams(nodes[1], &set));
  SAME(set.dst == memory && set.value == 7 && set.width == sizeof host, true);
  OK(hipGraphMemcpyNodeGetParams(nodes[2], &copy));
  SAME(copy.dstPtr.ptr == host && copy.extent.width == sizeof host, true);
  OK(hipGraphHostNodeGetParams(nodes[3], &call));
  SAME(call.userData == &number, true);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int launch = 1; launch < 4; ++launch) {
    host[63] = 0;
    run(exec);
    SAME(host[63], 7);
    SAME(number, launch);
  }
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  GIVES(hipErrorInvalidValue, hipFree(memory)); // it went with the graph
  OK(hipStreamDestroy(stream));
}

static void copies_onto_themselves() {
  hipGraph_t graph;
  hipGraphNode_t node;
  hipGraphExec_t exec;
  char *memory, *other;
  OK(hipMalloc(reinterpret_cast<void **>(&memory), 64));
  OK(hipMalloc(reinterpret_cast<void **>(&other), 64));
  const hipMemcpyKind kind = hipMemcpyDeviceToDevice;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddMemcpyNode1D(&node, graph, nullptr, 0, memory, other, 64, kind));
  GIVES(hipErrorInvalidValue, hipGraphMemcpyNodeSetParams1D(node, memory, memory, 64, kind));
  GIVES(hipErrorInvalidValue, hipGraphMemcpyNodeSetParams1D(node, memory + 8, memory, 16, kind));
  OK(hipGraphMemcpyNodeSetParams1D(node, memory + 8, memory, 8, kind));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  GIVES(hipErrorInvalidValue,
        hipGraphExecMemcpyNodeSetParams1D(exec, node, memory, memory + 8, 16, kind));
  OK(hipGraphExecMemcpyNodeSetParams1D(exec, node, memory, memory + 16, 16, kind));
  OK(hipMemset(memory, 1, 16));
  OK(hipMemset(memory + 16, 2, 16));
  run(exec);
  char first = 0;
  OK(hipMemcpy(&first, memory, 1, hipMemcpyDeviceToHost));
  SAME(first, 2);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipFree(memory));
  OK(hipFree(other));
}

// The sizes of a memset of several rows stay as they are in an executable graph.
static void rows_that_are_set() {
  hipGraph_t graph;
  hipGraphNode_t node;
  hipGraphExec_t exec;
  char *memory, seen[64];
  OK(hipMalloc(reinterpret_cast<void **>(&memory), 64));
  OK(hipMemset(memory, 0, 64));
  hipMemsetParams rows{};
  rows.dst = memory;
  rows.elementSize = 1;
  rows.width = 2;
  rows.height = 3;
  rows.pitch = 8;
  rows.value = 5;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &rows));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  rows.width = 3;
  GIVES(hipErrorInvalidValue, hipGraphExecMemsetNodeSetParams(exec, node, &rows));
  rows.width = 1;
  rows.elementSize = 2; // as many bytes
  rows.value = 0x0607;
  OK(hipGraphExecMemsetNodeSetParams(exec, node, &rows));
  run(exec);
  OK(hipMemcpy(seen, memory, 64, hipMemcpyDeviceToHost));
  SAME(seen[16], 7);
  SAME(seen[17], 6);
  SAME(seen[2], 0);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipFree(memory));
}

int main() {
  rows_that_are_set();
  children_and_copies();
  captured();
  updates();
  events();
  copies_onto_themselves();
  return failures != 0;
}
