// Memory in stream order and pools. It is there at once and goes when its stream gets that far.
#include "hip_types.hpp"

#include "device.hpp"
#include "graph_memory.hpp"
#include "memory.hpp"
#include "pools.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

using namespace cass;

namespace {

using hipMemPool_t = Pool *;

struct hipMemLocation {
  int type, id;
};

struct Properties { // the first members of hipMemPoolProps
  int type, handle_types;
  hipMemLocation location;
};

struct hipMemAccessDesc {
  hipMemLocation location;
  unsigned flags;
};

constexpr int kPinned = 1, kOnDevice = 1, kReadWrite = 3;

bool is_valid(const hipMemLocation &l) { return l.type == kOnDevice && is_device(l.id); }

Pool default_pool;
Pool *current_pool = &default_pool;

// Pools that the program has made and not destroyed.
std::set<Pool *> &own_pools() {
  static auto *pools = new std::set<Pool *>;
  return *pools;
}

// The memory of all pools that is in use.
struct Pieces {
  std::mutex mutex;
  std::map<const void *, std::pair<Pool *, uint64_t>> pieces; // with their sizes

  void add(Pool *pool, const void *start, uint64_t size) {
    std::lock_guard lock(mutex);
    pieces[start] = {pool, size};
    pool->used += size;
    pool->used_high = std::max(pool->used_high, pool->used);
  }

  void remove(const void *start) {
    std::lock_guard lock(mutex);
    auto found = pieces.find(start);
    if (found == pieces.end())
      return;
    found->second.first->used -= found->second.second;
    pieces.erase(found);
  }

  // What is left of a pool that goes belongs to none.
  void forget(const Pool *pool) {
    std::lock_guard lock(mutex);
    for (auto at = pieces.begin(); at != pieces.end();)
      at = at->second.first == pool ? pieces.erase(at) : std::next(at);
  }
};

Pieces &pieces() {
  static auto *pieces = new Pieces;
  return *pieces;
}

hipError_t allocate(void **pointer, size_t size, Pool *pool, hipStream_t stream) {
  if (!pointer || !pool)
    return hipErrorInvalidValue;
  if (!stream_of(stream))
    return hipErrorInvalidHandle;
  if (size && stream_of(stream)->capture)
    return capture_allocation(stream, size, pointer);
  *pointer = size ? memory().allocate(size, MemoryKind::Device) : nullptr;
  if (*pointer)
    pieces().add(pool, *pointer, size);
  return size && !*pointer ? hipErrorOutOfMemory : hipSuccess;
}

// What will be freed when its stream gets that far; it cannot be freed again.
struct Leaving {
  std::mutex mutex;
  std::set<void *> pointers;

  bool add(void *pointer) {
    std::lock_guard lock(mutex);
    return pointers.insert(pointer).second;
  }

  void remove(void *pointer) {
    std::lock_guard lock(mutex);
    pointers.erase(pointer);
  }
};

Leaving &leaving() {
  static Leaving *leaving = new Leaving;
  return *leaving;
}

enum Attribute { Reuse1 = 1, Reuse3 = 3, Threshold, Reserved, ReservedHigh, Used, UsedHigh };

} // namespace

void cass::left_pool(const void *start) { pieces().remove(start); }

Pool *cass::new_pool(int handle_types) {
  auto *pool = new Pool;
  pool->handle_types = handle_types;
  own_pools().insert(pool);
  return pool;
}

HIP_API hipError_t hipMallocAsync(void **pointer, size_t size, hipStream_t stream) {
  return done(allocate(pointer, size, current_pool, stream));
}

HIP_API hipError_t hipMallocFromPoolAsync(void **pointer, size_t size, hipMemPool_t pool,
                                          hipStream_t stream) {
  return done(allocate(pointer, size, pool, stream));
}

HIP_API hipError_t hipFreeAsync(void *pointer, hipStream_t stream) {
  auto found = memory().find(pointer);
  if (!found || found->mapped == 0 || found->start != reinterpret_cast<uint64_t>(pointer))
    return done(hipErrorInvalidValue);
  if (!stream_of(stream))
    return done(hipErrorInvalidHandle);
  bool captured = stream_of(stream)->capture;
  if (!captured && !leaving().add(pointer))
    return done(hipErrorInvalidValue);
  const auto release = [pointer] {
    leaving().remove(pointer);
    left_pool(pointer);               // before somebody else gets the place
    if (!graph_memory_given(pointer)) // which the next launch of the graph needs again
      memory().release(pointer);
    return hipSuccess;
  };
  return done(submit(stream, NodeKind::MemFree, release, pointer));
}

HIP_API hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device) {
  if (!pool || !is_device(device))
    return done(is_device(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  *pool = &default_pool;
  return done(hipSuccess);
}

HIP_API hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device) {
  if (!pool || !is_device(device))
    return done(hipErrorInvalidValue);
  *pool = current_pool;
  return done(hipSuccess);
}

HIP_API hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
  if (!pool || !is_device(device))
    return done(hipErrorInvalidValue);
  current_pool = pool;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolCreate(hipMemPool_t *pool, const Properties *properties) {
  if (!pool || !properties || properties->type != kPinned || !is_valid(properties->location))
    return done(hipErrorInvalidValue);
  *pool = new_pool(properties->handle_types);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  if (!own_pools().erase(pool))
    return done(hipErrorInvalidValue);
  if (current_pool == pool)
    current_pool = &default_pool;
  pieces().forget(pool);
  delete pool;
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) {
  return done(pool ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, int attribute, void *value) {
  if (!pool || !value)
    return done(hipErrorInvalidValue);
  if (attribute >= Reuse1 && attribute <= Reuse3)
    pool->reuse[attribute - Reuse1] = *static_cast<int *>(value);
  else if (attribute == Threshold)
    pool->release_threshold = *static_cast<uint64_t *>(value);
  else if ((attribute == ReservedHigh || attribute == UsedHigh) && !*static_cast<uint64_t *>(value))
    pool->used_high = pool->used; // both can only be reset
  else
    return done(hipErrorInvalidValue);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, int attribute, void *value) {
  if (!pool || !value || attribute < Reuse1 || attribute > UsedHigh)
    return done(hipErrorInvalidValue);
  if (attribute <= Reuse3)
    *static_cast<int *>(value) = pool->reuse[attribute - Reuse1];
  else if (attribute == Threshold)
    *static_cast<uint64_t *>(value) = pool->release_threshold;
  else
    *static_cast<uint64_t *>(value) =
        attribute == ReservedHigh || attribute == UsedHigh ? pool->used_high : pool->used;
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipMemPoolSetAccess(hipMemPool_t pool,
                                             const hipMemAccessDesc *descriptions, size_t count) {
  if (!pool || !descriptions || count > static_cast<size_t>(device_count()))
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (!is_valid(descriptions[i].location) || descriptions[i].flags > kReadWrite)
      return done(hipErrorInvalidValue);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPoolGetAccess(int *flags, hipMemPool_t pool,
                                       const hipMemLocation *location) {
  if (!flags || !pool || !location || !is_valid(*location))
    return done(hipErrorInvalidValue);
  *flags = kReadWrite;
  return done(hipSuccess);
}
