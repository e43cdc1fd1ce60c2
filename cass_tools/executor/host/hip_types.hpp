// HIP's public types as far as programs share them with the library: layouts of its C interface.
#pragma once

#include "hip_errors.hpp"
#include "launch.hpp"
#include "module.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>

#define HIP_API extern "C" __attribute__((visibility("default")))

// A function that CUDA's host interface has and HIP's has not, or not in the same way.
#define CUDA_API HIP_API

// The same for a function that checks its arguments and does nothing: a hint, or a setting of what
// only hardware has.
#define HIP_NO_EFFECT HIP_API

using dim3 = cass::Dim3;
using hipStream_t = cass::Stream *;
using hipModule_t = cass::Module *;
using hipFunction_t = const cass::Kernel *;
using hipGraph_t = cass::Graph *;
using hipGraphNode_t = cass::Node *;
using hipDevice_t = int;
using hipDeviceptr_t = void *;

struct Event;
using hipEvent_t = Event *;

enum hipMemcpyKind : int {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
  hipMemcpyDeviceToDeviceNoCU = 1024,
};

enum hipChannelFormatKind : int { Signed, Unsigned, Float, None };

struct hipChannelFormatDesc {
  int x, y, z, w;
  hipChannelFormatKind f;
};

struct hipExtent {
  size_t width, height, depth;
};

struct hipPos {
  size_t x, y, z;
};

struct hipPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};

// Programs built with old headers look into this structure; newer ones see a pointer only.
struct hipArray {
  void *data;
  hipChannelFormatDesc desc;
  unsigned type, width, height, depth;
  int format;
  unsigned channels;
  bool of_driver_interface;
  unsigned texture_type;
};
using hipArray_t = hipArray *;
using hipArray_const_t = const hipArray *;

struct hipMemcpy3DParms {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  hipExtent extent;
  hipMemcpyKind kind;
};

struct hipFuncAttributes {
  int binaryVersion, cacheModeCA;
  size_t constSizeBytes, localSizeBytes;
  int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
  size_t sharedSizeBytes;
};

struct hipPointerAttribute_t {
  int type, device;
  void *devicePointer, *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};

struct hipLaunchParams {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  hipStream_t stream;
};

namespace cass {

// HIP's version that the program was built for: 5, 6, 7, by the name under which it asks for this
// library. Some structures and enumerations changed between them.
int program_version();

// Whether it was built with headers of HIP 5.2 or older (CASS_EXEC_HIP_RELEASE, 502 for 5.2), where
// the library has the same name as in 5.3, but structures and numbers of new interfaces were
// drafts.
bool has_draft_headers();

} // namespace cass
