// Pools of one process in another: the pool as a descriptor, each piece of its memory as a token.
#include "hip_types.hpp"

#include "memory.hpp"
#include "pools.hpp"
#include "shared_memory.hpp"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace cass;

namespace {

using hipMemPool_t = Pool *;

struct hipMemPoolPtrExportData {
  unsigned char reserved[kTokenBytes];
};

struct Piece {
  SharedMemory memory;
  uint64_t offset;
};
static_assert(sizeof(Piece) <= sizeof(hipMemPoolPtrExportData));

constexpr char kPoolMark[] = "cass memory pool";
constexpr int kPosixDescriptor = 1;

} // namespace

HIP_API hipError_t hipMemPoolExportToShareableHandle(void *handle, hipMemPool_t pool, int type,
                                                     unsigned flags) {
  if (!handle || !pool || flags || type != kPosixDescriptor || !(pool->handle_types & type))
    return done(hipErrorInvalidValue);
  int file = memfd_create("hipMemPool", MFD_CLOEXEC);
  if (file < 0 || write(file, kPoolMark, sizeof kPoolMark) != sizeof kPoolMark) {
    if (file >= 0)
      close(file);
    return done(hipErrorOutOfMemory);
  }
  *static_cast<int *>(handle) = file;
  return done(hipSuccess);
}

// HIP takes the descriptor itself for the pointer.
HIP_API hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *pool, void *handle, int type,
                                                       unsigned flags) {
  if (!pool || !handle || flags || type != kPosixDescriptor)
    return done(hipErrorInvalidValue);
  char mark[sizeof kPoolMark] = {};
  int file = static_cast<int>(reinterpret_cast<intptr_t>(handle));
  if (pread(file, mark, sizeof mark, 0) != sizeof mark ||
      std::memcmp(mark, kPoolMark, sizeof mark) != 0)
    return done(hipErrorInvalidValue);
  *pool = new_pool(type);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *data, void *pointer) {
  if (!data || !pointer)
    return done(hipErrorInvalidValue);
  auto found = memory().find(pointer);
  auto shared = found ? share(reinterpret_cast<void *>(found->start)) : std::nullopt;
  if (!shared)
    return done(hipErrorOutOfMemory);
  Piece piece{*shared, reinterpret_cast<uint64_t>(pointer) - found->start};
  std::memset(data, 0, sizeof *data);
  std::memcpy(data, &piece, sizeof piece);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolImportPointer(void **pointer, hipMemPool_t pool,
                                           const hipMemPoolPtrExportData *data) {
  if (!pointer || !pool || !data)
    return done(hipErrorInvalidValue);
  Piece piece;
  std::memcpy(&piece, data, sizeof piece);
  if (!is_token(piece.memory) || piece.offset >= piece.memory.size)
    return done(hipErrorInvalidValue);
  int file = open_file(piece.memory);
  void *start = file < 0 ? nullptr : memory().open_shared(file, piece.memory.size);
  if (!start)
    return done(hipErrorOutOfMemory);
  *pointer = static_cast<char *>(start) + piece.offset;
  return done(hipSuccess);
}
