// An event of one process in another: asked, waited for, and recorded there.
#include "checks.hpp"

#include <sys/wait.h>
#include <unistd.h>

static void read_byte(void *file) {
  char byte;
  SAME(read(*static_cast<int *>(file), &byte, 1), 1);
}

static void set(void *flag) { *static_cast<volatile bool *>(flag) = true; }

// `go`: where the other process's work waits for a byte.
static int child(int from, int go) {
  hipIpcEventHandle_t handle;
  hipEvent_t event;
  hipStream_t stream;
  volatile bool after = false;
  SAME(read(from, &handle, sizeof handle), static_cast<long>(sizeof handle));
  OK(hipIpcOpenEventHandle(&event, handle));
  OK(hipStreamCreate(&stream));
  GIVES(hipErrorNotReady, hipEventQuery(event));
  OK(hipStreamWaitEvent(stream, event, 0));
  OK(hipLaunchHostFunc(stream, set, const_cast<bool *>(&after)));
  GIVES(hipErrorNotReady, hipStreamQuery(stream));
  SAME(after, false);
  SAME(write(go, "x", 1), 1);
  OK(hipEventSynchronize(event));
  OK(hipStreamSynchronize(stream));
  SAME(after, true);
  OK(hipEventQuery(event));
  OK(hipEventRecord(event, stream));
  OK(hipEventSynchronize(event));
  hipEvent_t own;
  GIVES(hipErrorInvalidValue, hipEventCreateWithFlags(&own, hipEventInterprocess)); // has no time
  OK(hipEventCreateWithFlags(&own, hipEventDisableTiming));
  GIVES(hipErrorInvalidHandle, hipIpcGetEventHandle(&handle, own));
  handle = {};
  GIVES(hipErrorInvalidValue, hipIpcOpenEventHandle(&event, handle));
  return failures != 0;
}

int main() {
  int handles[2], go[2];
  if (pipe(handles) || pipe(go))
    return 1;
  pid_t other = fork();
  if (other == 0)
    _exit(child(handles[0], go[1]));
  hipEvent_t event, again;
  hipStream_t stream;
  hipIpcEventHandle_t handle;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  OK(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming));
  OK(hipEventQuery(event));
  OK(hipLaunchHostFunc(stream, read_byte, go));
  OK(hipEventRecord(event, stream));
  OK(hipIpcGetEventHandle(&handle, event));
  GIVES(hipErrorInvalidContext, hipIpcOpenEventHandle(&again, handle)); // its own
  SAME(write(handles[1], &handle, sizeof handle), static_cast<long>(sizeof handle));
  OK(hipEventSynchronize(event));
  int status = 0;
  SAME(waitpid(other, &status, 0), other);
  SAME(status, 0);
  OK(hipEventQuery(event));
  OK(hipEventDestroy(event));
  return failures != 0;
}
