// The device's properties, by the names of the HIP headers that are installed. Prints what depends
// on the GPU.
#include "checks.hpp"

#include <cstring>

int main() {
  hipDeviceProp_t p;
  int value = 0, number = -1;
  OK(hipGetDeviceCount(&number));
  SAME(number, 1);
  OK(hipGetDevice(&number));
  SAME(number, 0);
  OK(hipGetDeviceProperties(&p, 0));
  GIVES(hipErrorInvalidDevice, hipGetDeviceProperties(&p, 1));
  GIVES(hipErrorInvalidDevice, hipSetDevice(1));
  const struct {
    hipDeviceAttribute_t attribute;
    long long property;
  } pairs[] = {
      {hipDeviceAttributeWarpSize, p.warpSize},
      {hipDeviceAttributeMaxThreadsPerBlock, p.maxThreadsPerBlock},
      {hipDeviceAttributeMaxBlockDimZ, p.maxThreadsDim[2]},
      {hipDeviceAttributeMaxGridDimX, p.maxGridSize[0]},
      {hipDeviceAttributeMultiprocessorCount, p.multiProcessorCount},
      {hipDeviceAttributeMaxSharedMemoryPerBlock, static_cast<long long>(p.sharedMemPerBlock)},
      {hipDeviceAttributeMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
      {hipDeviceAttributeComputeCapabilityMajor, p.major},
      {hipDeviceAttributeComputeCapabilityMinor, p.minor},
      {hipDeviceAttributeClockRate, p.clockRate},
      {hipDeviceAttributeMemoryBusWidth, p.memoryBusWidth},
      {hipDeviceAttributeL2CacheSize, p.l2CacheSize},
      {hipDeviceAttributeCooperativeLaunch, p.cooperativeLaunch},
      {hipDeviceAttributeManagedMemory, p.managedMemory},
      {hipDeviceAttributePciBusId, p.pciBusID},
      {hipDeviceAttributeMaxRegistersPerBlock, p.regsPerBlock},
      {hipDeviceAttributeTextureAlignment, static_cast<long long>(p.textureAlignment)},
      {hipDeviceAttributeMaxTexture3DDepth, p.maxTexture3D[2]},
      {hipDeviceAttributeMaxSharedMemoryPerMultiprocessor,
       static_cast<long long>(p.maxSharedMemoryPerMultiProcessor)},
  };
  for (const auto &pair : pairs) {
    OK(hipDeviceGetAttribute(&value, pair.attribute, 0));
    if (value != pair.property)
      printf("attribute %d is %d, the property %lld\n", pair.attribute, value, pair.property),
          ++failures;
  }
  SAME(p.maxThreadsPerBlock, 1024);
  SAME(p.sharedMemPerBlock, size_t{65536});
  SAME(p.arch.hasGlobalInt32Atomics && p.arch.hasDoubles && p.arch.hasWarpBallot, true);
  GIVES(hipErrorInvalidValue,
        hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(5000), 0));
  printf("%s %d %d\n", p.gcnArchName, p.warpSize, p.major);
  return failures != 0;
}
