// Contexts of the driver interface: there is one, the device's primary one, whatever the program
// creates.
#include "device.hpp"
#include "hip_types.hpp"

#include <vector>

using namespace cass;

namespace {

struct Context {
  unsigned flags = 0;
};

using hipCtx_t = Context *;

Context primary;
thread_local std::vector<Context *> stack{&primary};

} // namespace

HIP_API hipError_t hipCtxCreate(hipCtx_t *context, unsigned flags, hipDevice_t device) {
  if (!context || device != 0)
    return done(device ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = new Context{flags};
  stack.push_back(*context);
  return hipSuccess;
}

HIP_API hipError_t hipCtxDestroy(hipCtx_t context) {
  if (!context)
    return done(hipErrorInvalidValue);
  if (stack.back() == context)
    stack.pop_back();
  if (context != &primary)
    delete context;
  return hipSuccess;
}

HIP_API hipError_t hipCtxPushCurrent(hipCtx_t context) {
  if (!context)
    return done(hipErrorInvalidContext);
  stack.push_back(context);
  return hipSuccess;
}

HIP_API hipError_t hipCtxPopCurrent(hipCtx_t *context) {
  if (stack.size() < 2)
    return done(hipErrorInvalidContext);
  if (context)
    *context = stack.back();
  stack.pop_back();
  return hipSuccess;
}

HIP_API hipError_t hipCtxSetCurrent(hipCtx_t context) {
  stack.back() = context ? context : &primary;
  return hipSuccess;
}

HIP_API hipError_t hipCtxGetCurrent(hipCtx_t *context) {
  if (!context)
    return done(hipErrorInvalidValue);
  *context = stack.back();
  return hipSuccess;
}

HIP_API hipError_t hipCtxGetDevice(hipDevice_t *device) {
  if (!device)
    return done(hipErrorInvalidValue);
  *device = 0;
  return hipSuccess;
}

HIP_API hipError_t hipCtxGetApiVersion(hipCtx_t, int *version) {
  if (!version)
    return done(hipErrorInvalidValue);
  *version = 4;
  return hipSuccess;
}

HIP_API hipError_t hipCtxGetFlags(unsigned *flags) {
  if (!flags)
    return done(hipErrorInvalidValue);
  *flags = stack.back()->flags;
  return hipSuccess;
}

// Hints about caches and banks, which AMD's cards do not have.
HIP_API hipError_t hipCtxSetCacheConfig(int) { return hipSuccess; }

HIP_API hipError_t hipCtxSetSharedMemConfig(int) { return hipSuccess; }

HIP_API hipError_t hipCtxGetCacheConfig(int *config) {
  if (!config)
    return done(hipErrorInvalidValue);
  *config = 0;
  return hipSuccess;
}

HIP_API hipError_t hipCtxGetSharedMemConfig(int *config) { return hipCtxGetCacheConfig(config); }

HIP_API hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned) {
  return done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipCtxDisablePeerAccess(hipCtx_t) { return done(hipErrorPeerAccessNotEnabled); }

HIP_API hipError_t hipCtxSynchronize() { return done(synchronize_device(current_device())); }

HIP_API hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) {
  if (!context || device != 0)
    return done(device ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = &primary;
  return hipSuccess;
}

HIP_API hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return done(device ? hipErrorInvalidDevice : hipSuccess);
}

HIP_API hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return done(device ? hipErrorInvalidDevice : hipSuccess);
}

HIP_API hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  return done(device ? hipErrorInvalidDevice : hipErrorContextAlreadyInUse);
}

HIP_API hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned *flags, int *active) {
  if (device != 0)
    return done(hipErrorInvalidDevice);
  if (flags)
    *flags = primary.flags;
  if (active)
    *active = 1;
  return hipSuccess;
}
