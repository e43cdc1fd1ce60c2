// Streams do their work beside the host program, in the order that HIP defines.
#include "checks.hpp"

#include <atomic>
#include <string>
#include <thread>

static std::atomic<bool> open;
static std::string order; // written by the work of streams only

static void await(void *) {
  while (!open)
    std::this_thread::yield();
}

static void note(void *letter) { order += *static_cast<const char *>(letter); }

static char a = 'a', b = 'b', c = 'c';

static void wait_for_the_host() {
  hipStream_t s;
  hipEvent_t begin, end;
  float ms = -1;
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  OK(hipEventCreate(&begin));
  OK(hipEventCreate(&end));
  open = false;
  OK(hipEventRecord(begin, s));
  OK(hipLaunchHostFunc(s, await, nullptr));
  OK(hipEventRecord(end, s));
  GIVES(hipErrorNotReady, hipStreamQuery(s));
  GIVES(hipErrorNotReady, hipEventQuery(end));
  GIVES(hipErrorNotReady, hipEventElapsedTime(&ms, begin, end));
  OK(hipGetLastError()); // not being ready is no failure
  OK(hipStreamQuery(nullptr));
  open = true;
  OK(hipEventSynchronize(end));
  OK(hipEventQuery(end));
  OK(hipStreamSynchronize(s));
  OK(hipStreamQuery(s));
  OK(hipEventElapsedTime(&ms, begin, end));
  SAME(ms > 0, true);
  OK(hipEventDestroy(begin));
  OK(hipEventDestroy(end));
  OK(hipStreamDestroy(s));
}

// The null stream waits for blocking streams, and they for it; others do not.
static void legacy_default_stream() {
  hipStream_t s, t, free;
  OK(hipStreamCreate(&s));
  OK(hipStreamCreate(&t));
  OK(hipStreamCreateWithFlags(&free, hipStreamNonBlocking));
  open = false;
  order.clear();
  OK(hipLaunchHostFunc(s, await, nullptr));
  OK(hipLaunchHostFunc(s, note, &a));
  OK(hipLaunchHostFunc(nullptr, note, &b));
  OK(hipLaunchHostFunc(t, note, &c));
  GIVES(hipErrorNotReady, hipStreamQuery(nullptr));
  GIVES(hipErrorNotReady, hipStreamQuery(t));
  OK(hipStreamQuery(free));
  open = true;
  OK(hipStreamSynchronize(t));
  SAME(order, "abc");
  open = false;
  OK(hipLaunchHostFunc(free, await, nullptr));
  OK(hipLaunchHostFunc(nullptr, note, &a));
  OK(hipStreamSynchronize(nullptr));
  SAME(order, "abca");
  GIVES(hipErrorNotReady, hipStreamQuery(free));
  open = true;
  OK(hipDeviceSynchronize());
  OK(hipStreamQuery(free));
  for (hipStream_t stream : {s, t, free})
    OK(hipStreamDestroy(stream));
}

static void events_order_streams() {
  hipStream_t s, t;
  hipEvent_t passed;
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&t, hipStreamNonBlocking));
  OK(hipEventCreate(&passed));
  open = false;
  order.clear();
  OK(hipLaunchHostFunc(s, await, nullptr));
  OK(hipLaunchHostFunc(s, note, &a));
  OK(hipEventRecord(passed, s));
  OK(hipStreamWaitEvent(t, passed, 0));
  OK(hipLaunchHostFunc(t, note, &b));
  GIVES(hipErrorNotReady, hipStreamQuery(t));
  open = true;
  OK(hipStreamSynchronize(t));
  SAME(order, "ab");
  OK(hipEventDestroy(passed));
  OK(hipStreamDestroy(s));
  OK(hipStreamDestroy(t));
}

// Pinned memory is copied when the stream gets there, pageable memory before the call returns.
static void copies() {
  hipStream_t s;
  int *device, *pinned, pageable = 1, got = 0;
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  OK(hipMalloc(reinterpret_cast<void **>(&device), 4));
  OK(hipHostMalloc(reinterpret_cast<void **>(&pinned), 4, 0));
  *pinned = 1;
  open = false;
  OK(hipLaunchHostFunc(s, await, nullptr));
  OK(hipMemcpyAsync(device, pinned, 4, hipMemcpyHostToDevice, s));
  *pinned = 2;
  open = true;
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(&got, device, 4, hipMemcpyDeviceToHost));
  SAME(got, 2);
  OK(hipMemcpyAsync(device, &pageable, 4, hipMemcpyHostToDevice, s));
  pageable = 7;
  OK(hipMemcpy(&got, device, 4, hipMemcpyDeviceToHost));
  SAME(got, 1);
  OK(hipFree(device));
  OK(hipHostFree(pinned));
  OK(hipStreamDestroy(s));
}

static void threads_have_their_own() {
  open = false;
  OK(hipLaunchHostFunc(hipStreamPerThread, await, nullptr));
  GIVES(hipErrorNotReady, hipStreamQuery(hipStreamPerThread));
  std::thread([] { OK(hipStreamQuery(hipStreamPerThread)); }).join();
  open = true;
  OK(hipStreamSynchronize(hipStreamPerThread));
}

static void values() {
  hipStream_t s;
  unsigned *flag;
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  OK(hipHostMalloc(reinterpret_cast<void **>(&flag), 4, 0));
  *flag = 0;
  OK(hipStreamWaitValue32(s, flag, 3, hipStreamWaitValueEq, 0xff));
  GIVES(hipErrorNotReady, hipStreamQuery(s));
  OK(hipStreamWriteValue32(nullptr, flag, 3, 0));
  OK(hipStreamSynchronize(s));
  OK(hipHostFree(flag));
  OK(hipStreamDestroy(s));
}

int main() {
  wait_for_the_host();
  legacy_default_stream();
  events_order_streams();
  copies();
  threads_have_their_own();
  values();
  return failures != 0;
}
