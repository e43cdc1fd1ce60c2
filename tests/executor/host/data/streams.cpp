// Streams, events, errors, capture and graphs.
#include "checks.hpp"

#include <cstring>
#include <string>

static void errors() {
  OK(hipGetLastError());
  GIVES(hipErrorInvalidValue, hipMalloc(nullptr, 4));
  int count;
  OK(hipGetDeviceCount(&count)); // a call that succeeds does not hide the error
  GIVES(hipErrorInvalidValue, hipPeekAtLastError());
  GIVES(hipErrorInvalidValue, hipGetLastError());
  OK(hipGetLastError());
  SAME(std::string(hipGetErrorName(hipErrorInvalidPitchValue)), "hipErrorInvalidPitchValue");
  SAME(std::string(hipGetErrorString(hipErrorOutOfMemory)), "out of memory");
  SAME(std::string(hipGetErrorName(static_cast<hipError_t>(12345))), "hipErrorUnknown");
}

static void events() {
  hipEvent_t a, b, untimed;
  hipStream_t s;
  float ms = -1;
  OK(hipEventCreate(&a));
  OK(hipEventCreateWithFlags(&b, hipEventBlockingSync));
  OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  GIVES(hipErrorInvalidHandle, hipEventElapsedTime(&ms, a, b));
  OK(hipEventRecord(a, s));
  OK(hipEventRecord(b, s));
  OK(hipEventSynchronize(b));
  OK(hipEventQuery(b));
  OK(hipEventElapsedTime(&ms, a, b));
  SAME(ms > 0 && ms < 1000, true);
  OK(hipEventRecord(untimed, s));
  GIVES(hipErrorInvalidHandle, hipEventElapsedTime(&ms, a, untimed));
  OK(hipStreamWaitEvent(nullptr, a, 0));
  unsigned flags;
  OK(hipStreamGetFlags(s, &flags));
  SAME(flags, unsigned{hipStreamNonBlocking});
  OK(hipStreamSynchronize(s));
  OK(hipStreamQuery(s));
  OK(hipStreamDestroy(s));
  GIVES(hipErrorInvalidHandle, hipMemsetAsync(nullptr, 0, 4, s));
  OK(hipEventDestroy(a));
  OK(hipEventDestroy(b));
  OK(hipEventDestroy(untimed));
}

static void add_one(void *number) { ++*static_cast<int *>(number); }

static void callbacks() {
  int called = 0;
  auto callback = [](hipStream_t, hipError_t error, void *data) {
    *static_cast<int *>(data) += error == hipSuccess ? 10 : 100;
  };
  OK(hipStreamAddCallback(nullptr, callback, &called, 0));
  OK(hipLaunchHostFunc(nullptr, add_one, &called));
  OK(hipDeviceSynchronize());
  SAME(called, 11);
}

// Work that is captured happens when the graph is launched, each time.
static void capture() {
  hipStream_t s, t;
  hipEvent_t fork, join;
  hipGraph_t graph;
  hipGraphExec_t exec;
  int called = 0, *p, got = 0;
  OK(hipStreamCreate(&s));
  OK(hipStreamCreate(&t));
  OK(hipEventCreate(&fork));
  OK(hipEventCreate(&join));
  OK(hipMalloc(reinterpret_cast<void **>(&p), 4));
  OK(hipMemset(p, 0, 4));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipMemsetAsync(p, 1, 4, s));
  OK(hipEventRecord(fork, s));
  OK(hipStreamWaitEvent(t, fork, 0));
  OK(hipLaunchHostFunc(t, add_one, &called));
  OK(hipEventRecord(join, t));
  OK(hipStreamWaitEvent(s, join, 0));
  OK(hipMemcpyAsync(&got, p, 4, hipMemcpyDeviceToHost, s));
  hipStreamCaptureStatus status;
  OK(hipStreamIsCapturing(t, &status));
  SAME(status, hipStreamCaptureStatusActive);
  OK(hipStreamEndCapture(s, &graph));
  OK(hipStreamIsCapturing(t, &status));
  SAME(status, hipStreamCaptureStatusNone);
  SAME(called, 0);
  size_t nodes = 0;
  OK(hipGraphGetNodes(graph, nullptr, &nodes));
  SAME(nodes, 3u);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, s));
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  SAME(called, 2);
  SAME(got, 0x01010101);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  GIVES(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(s));
  GIVES(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(s, &graph));
  GIVES(hipErrorStreamCaptureUnsupported,
        hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal));
}

static void times_three(void *number) { *static_cast<int *>(number) *= 3; }

// Nodes run in the order of their dependencies, not in that of their creation.
static void explicit_graph() {
  hipGraph_t graph;
  hipGraphNode_t triple, add, copy;
  hipGraphExec_t exec;
  int number = 1, copied = 0;
  OK(hipGraphCreate(&graph, 0));
  hipHostNodeParams p = {times_three, &number};
  OK(hipGraphAddHostNode(&triple, graph, nullptr, 0, &p));
  p.fn = add_one;
  OK(hipGraphAddHostNode(&add, graph, nullptr, 0, &p));
  OK(hipGraphAddMemcpyNode1D(&copy, graph, &triple, 1, &copied, &number, 4, hipMemcpyHostToHost));
  OK(hipGraphAddDependencies(graph, &add, &triple, 1));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, nullptr));
  OK(hipDeviceSynchronize());
  SAME(copied, 6);
  int other = 0;
  hipHostNodeParams changed = {add_one, &other};
  OK(hipGraphExecHostNodeSetParams(exec, add, &changed));
  OK(hipGraphLaunch(exec, nullptr));
  OK(hipDeviceSynchronize());
  SAME(other, 1);
  SAME(copied, 18);
  OK(hipGraphAddDependencies(graph, &triple, &add, 1));
  hipGraphExec_t cyclic;
  GIVES(hipErrorInvalidValue, hipGraphInstantiate(&cyclic, graph, nullptr, nullptr, 0));
}

int main() {
  errors();
  events();
  callbacks();
  capture();
  explicit_graph();
  return failures != 0;
}
