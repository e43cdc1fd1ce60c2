// Two devices: chosen per thread, each with its memory and streams, and able to reach each other.
#include "checks.hpp"

#include <cstring>
#include <thread>

static int current() {
  int number = -1;
  OK(hipGetDevice(&number));
  return number;
}

static void choice() {
  int count = 0;
  OK(hipGetDeviceCount(&count));
  SAME(count, 2);
  OK(hipSetDevice(1));
  SAME(current(), 1);
  std::thread([] { SAME(current(), 0); }).join();
  GIVES(hipErrorInvalidDevice, hipSetDevice(2));
  SAME(current(), 1);
  char first[16], second[16];
  OK(hipDeviceGetPCIBusId(first, sizeof first, 0));
  OK(hipDeviceGetPCIBusId(second, sizeof second, 1));
  SAME(strcmp(first, second) != 0, true);
  int number = -1;
  OK(hipDeviceGetByPCIBusId(&number, second));
  SAME(number, 1);
}

static void memory_of_each() {
  void *p;
  size_t before, after, total;
  hipPointerAttribute_t attributes;
  OK(hipSetDevice(0));
  OK(hipMemGetInfo(&before, &total));
  OK(hipSetDevice(1));
  OK(hipMalloc(&p, 1 << 20));
  OK(hipMemGetInfo(&after, &total));
  SAME(after, before - (1 << 20));
  OK(hipSetDevice(0));
  OK(hipMemGetInfo(&after, &total));
  SAME(after, before);
  OK(hipPointerGetAttributes(&attributes, p));
  SAME(attributes.device, 1);
  OK(hipFree(p));
}

static void peers() {
  int can = -1, *p, *q, got = 0, number = 42;
  OK(hipSetDevice(0));
  OK(hipDeviceCanAccessPeer(&can, 0, 1));
  SAME(can, 1);
  OK(hipDeviceCanAccessPeer(&can, 0, 0));
  SAME(can, 0);
  OK(hipDeviceEnablePeerAccess(1, 0));
  GIVES(hipErrorPeerAccessAlreadyEnabled, hipDeviceEnablePeerAccess(1, 0));
  GIVES(hipErrorInvalidDevice, hipDeviceEnablePeerAccess(0, 0));
  OK(hipDeviceDisablePeerAccess(1));
  GIVES(hipErrorPeerAccessNotEnabled, hipDeviceDisablePeerAccess(1));
  OK(hipMalloc(reinterpret_cast<void **>(&p), 4));
  OK(hipMemcpy(p, &number, 4, hipMemcpyHostToDevice));
  OK(hipSetDevice(1));
  OK(hipMalloc(reinterpret_cast<void **>(&q), 4));
  OK(hipMemcpyPeer(q, 1, p, 0, 4));
  OK(hipMemcpy(&got, q, 4, hipMemcpyDeviceToHost));
  SAME(got, 42);
  GIVES(hipErrorInvalidDevice, hipMemcpyPeer(q, 2, p, 0, 4));
}

int main() {
  choice();
  memory_of_each();
  peers();
  return failures != 0;
}
