// Contexts of the driver interface: they choose a device, and share all that it has.
#include "device.hpp"
#include "hip_types.hpp"

#include <algorithm>
#include <map>
#include <vector>

using namespace cass;

namespace {

struct Context {
  unsigned flags = 0;
  int device = 0;
};

using hipCtx_t = Context *;

Context &primary(int device) {
  static auto *contexts = new std::map<int, Context>;
  Context &context = (*contexts)[device];
  context.device = device;
  return context;
}

// What this thread has pushed; below it is the primary context of the device it has chosen.
thread_local std::vector<Context *> stack;

Context *current() { return stack.empty() ? &primary(current_device()) : stack.back(); }

void push(Context *context) {
  stack.push_back(context);
  select_device(context->device);
}

} // namespace

HIP_API hipError_t hipCtxCreate(hipCtx_t *context, unsigned flags, hipDevice_t device) {
  if (!context || !is_device(device))
    return done(is_device(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  *context = new Context{flags, device};
  push(*context);
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxDestroy(hipCtx_t context) {
  if (!context)
    return done(hipErrorInvalidValue);
  stack.erase(std::remove(stack.begin(), stack.end(), context), stack.end());
  if (context != &primary(context->device))
    delete context;
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxPushCurrent(hipCtx_t context) {
  if (!context)
    return done(hipErrorInvalidContext);
  push(context);
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxPopCurrent(hipCtx_t *context) {
  if (stack.empty())
    return done(hipErrorInvalidContext);
  if (context)
    *context = stack.back();
  stack.pop_back();
  select_device(current()->device);
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxSetCurrent(hipCtx_t context) {
  if (!stack.empty())
    stack.pop_back();
  if (context)
    push(context);
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxGetCurrent(hipCtx_t *context) {
  if (!context)
    return done(hipErrorInvalidValue);
  *context = current();
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxGetDevice(hipDevice_t *device) {
  if (!device)
    return done(hipErrorInvalidValue);
  *device = current_device();
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxGetApiVersion(hipCtx_t, int *version) {
  if (!version)
    return done(hipErrorInvalidValue);
  *version = 4;
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxGetFlags(unsigned *flags) {
  if (!flags)
    return done(hipErrorInvalidValue);
  *flags = current()->flags;
  return done(hipSuccess);
}

// Hints about caches and banks, which AMD's cards do not have.
HIP_NO_EFFECT hipError_t hipCtxSetCacheConfig(int) { return done(hipSuccess); }

HIP_NO_EFFECT hipError_t hipCtxSetSharedMemConfig(int) { return done(hipSuccess); }

HIP_API hipError_t hipCtxGetCacheConfig(int *config) {
  if (!config)
    return done(hipErrorInvalidValue);
  *config = 0;
  return done(hipSuccess);
}

HIP_API hipError_t hipCtxGetSharedMemConfig(int *config) { return hipCtxGetCacheConfig(config); }

HIP_API hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned) {
  return done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipCtxDisablePeerAccess(hipCtx_t) { return done(hipErrorPeerAccessNotEnabled); }

HIP_API hipError_t hipCtxSynchronize() { return done(synchronize_device(current_device())); }

HIP_API hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) {
  if (!context || !is_device(device))
    return done(is_device(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  *context = &primary(device);
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return done(is_device(device) ? hipSuccess : hipErrorInvalidDevice);
}

HIP_NO_EFFECT hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return done(is_device(device) ? hipSuccess : hipErrorInvalidDevice);
}

HIP_API hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  return done(is_device(device) ? hipErrorContextAlreadyInUse : hipErrorInvalidDevice);
}

HIP_API hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned *flags, int *active) {
  if (!is_device(device))
    return done(hipErrorInvalidDevice);
  if (flags)
    *flags = primary(device).flags;
  if (active)
    *active = 1;
  return done(hipSuccess);
}
