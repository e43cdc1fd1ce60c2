// Pools: what they count; a pool and a piece of its memory in another process and twice in this
// one.
#include "checks.hpp"

#include <cstring>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static constexpr size_t kBytes = 100000;
static constexpr auto kType = hipMemHandleTypePosixFileDescriptor;

// A message with a descriptor beside it, as processes hand them over.
struct Message {
  hipMemPoolPtrExportData data;
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  iovec part{&data, sizeof data};
  msghdr header{nullptr, 0, &part, 1, room, sizeof room, 0};
};

static void send(int socket, const hipMemPoolPtrExportData &data, int descriptor) {
  Message message;
  message.data = data;
  cmsghdr *beside = CMSG_FIRSTHDR(&message.header);
  beside->cmsg_level = SOL_SOCKET;
  beside->cmsg_type = SCM_RIGHTS;
  beside->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(beside), &descriptor, sizeof descriptor);
  SAME(sendmsg(socket, &message.header, 0), static_cast<long>(sizeof data));
}

static hipMemPool_t pool_of(int descriptor) {
  hipMemPool_t pool = nullptr;
  OK(hipMemPoolImportFromShareableHandle(
      &pool, reinterpret_cast<void *>(static_cast<intptr_t>(descriptor)), kType, 0));
  return pool;
}

static int child(int socket) {
  Message message;
  SAME(recvmsg(socket, &message.header, 0), static_cast<long>(sizeof message.data));
  int descriptor;
  std::memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message.header)), sizeof descriptor);
  hipMemPool_t pool = pool_of(descriptor);
  char *memory = nullptr, first = 0;
  OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&memory), pool, &message.data));
  OK(hipMemcpy(&first, memory, 1, hipMemcpyDeviceToHost));
  SAME(first, 7);
  OK(hipMemset(memory, 9, kBytes));
  OK(hipFreeAsync(memory, nullptr));
  OK(hipStreamSynchronize(nullptr));
  GIVES(hipErrorInvalidValue, hipFree(memory));
  OK(hipMemPoolDestroy(pool));
  return failures != 0;
}

static hipMemPool_t made(hipMemAllocationHandleType types) {
  hipMemPoolProps properties{};
  properties.allocType = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  properties.handleTypes = types;
  hipMemPool_t pool = nullptr;
  OK(hipMemPoolCreate(&pool, &properties));
  return pool;
}

static void refusals(hipMemPool_t pool, int descriptor, void *memory) {
  hipMemPool_t own = made(hipMemHandleTypeNone), other;
  hipMemPoolPtrExportData data{};
  int none[2], handle = 0;
  void *pointer = nullptr;
  GIVES(hipErrorInvalidValue, hipMemPoolExportToShareableHandle(&handle, own, kType, 0));
  GIVES(hipErrorInvalidValue,
        hipMemPoolExportToShareableHandle(&handle, own, hipMemHandleTypeNone, 0));
  GIVES(hipErrorInvalidValue, hipMemPoolExportToShareableHandle(&handle, pool, kType, 1));
  SAME(pipe(none), 0);
  GIVES(hipErrorInvalidValue,
        hipMemPoolImportFromShareableHandle(
            &other, reinterpret_cast<void *>(static_cast<intptr_t>(none[0])), kType, 0));
  GIVES(hipErrorInvalidValue,
        hipMemPoolImportFromShareableHandle(
            &other, reinterpret_cast<void *>(static_cast<intptr_t>(descriptor)),
            hipMemHandleTypeNone, 0));
  GIVES(hipErrorOutOfMemory, hipMemPoolExportPointer(&data, none)); // of the host
  GIVES(hipErrorInvalidValue, hipMemPoolExportPointer(nullptr, memory));
  GIVES(hipErrorInvalidValue, hipMemPoolImportPointer(&pointer, pool, &data)); // nothing in it
  OK(hipMemPoolDestroy(own));
}

static uint64_t attribute(hipMemPool_t pool, hipMemPoolAttr which) {
  uint64_t value = 0;
  OK(hipMemPoolGetAttribute(pool, which, &value));
  return value;
}

// Each pool counts what is its own.
static void counts() {
  hipMemPool_t pool = made(hipMemHandleTypeNone);
  void *first = nullptr, *second = nullptr, *other = nullptr;
  uint64_t none = 0, one = 1;
  OK(hipMalloc(&other, 4096));
  OK(hipMallocFromPoolAsync(&first, kBytes, pool, nullptr));
  OK(hipMallocFromPoolAsync(&second, 100, pool, nullptr));
  SAME(attribute(pool, hipMemPoolAttrUsedMemCurrent), kBytes + 100);
  OK(hipFreeAsync(first, nullptr));
  OK(hipStreamSynchronize(nullptr));
  OK(hipFree(other));
  SAME(attribute(pool, hipMemPoolAttrUsedMemCurrent), 100u);
  SAME(attribute(pool, hipMemPoolAttrUsedMemHigh), kBytes + 100);
  GIVES(hipErrorInvalidValue, hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &one));
  OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &none));
  SAME(attribute(pool, hipMemPoolAttrUsedMemHigh), 100u);
  OK(hipFree(second));
  SAME(attribute(pool, hipMemPoolAttrUsedMemCurrent), 0u);
  OK(hipMemPoolDestroy(pool));
}

int main() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets))
    return 1;
  pid_t other = fork();
  if (other == 0)
    _exit(child(sockets[0]));
  counts();
  hipMemPool_t pool = made(kType);
  char *memory = nullptr, *again = nullptr, seen[2] = {};
  OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&memory), kBytes, pool, nullptr));
  OK(hipMemset(memory, 7, kBytes));
  int descriptor = -1;
  OK(hipMemPoolExportToShareableHandle(&descriptor, pool, kType, 0));
  refusals(pool, descriptor, memory);
  hipMemPoolPtrExportData data;
  OK(hipMemPoolExportPointer(&data, memory + 50)); // inside of it
  OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&again), pool_of(descriptor), &data));
  OK(hipMemset(again, 5, 1));
  OK(hipMemcpy(seen, memory + 50, 2, hipMemcpyDeviceToHost));
  SAME(seen[0], 5);
  SAME(seen[1], 7);
  OK(hipFree(again - 50));
  OK(hipMemPoolExportPointer(&data, memory));
  send(sockets[1], data, descriptor);
  int status = 0;
  SAME(waitpid(other, &status, 0), other);
  SAME(status, 0);
  OK(hipMemcpy(seen, memory + kBytes - 1, 1, hipMemcpyDeviceToHost));
  SAME(seen[0], 9);
  OK(hipFree(memory));
  OK(hipMemPoolDestroy(pool));
  return failures != 0;
}
