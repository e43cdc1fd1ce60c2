// What calls say about wrong arguments, and what they remember to be read back.
#include "checks.hpp"

#include <vector>

static void arrays() {
  hipArray *array;
  hipChannelFormatDesc desc = hipCreateChannelDesc(32, 32, 0, 0, hipChannelFormatKindFloat);
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, 16385, 2, hipArrayDefault));
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, size_t{1} << 60, 0, hipArrayDefault));
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, 4, 4, 0x40));
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, 4, 4, hipArrayCubemap));
  GIVES(hipErrorInvalidValue,
        hipMalloc3DArray(&array, &desc, {4, 4, 6}, hipArrayCubemap)); // as on AMD
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, 4, 0, hipArrayLayered));
  for (auto [y, z] : {std::pair{16, 0}, {32, 32}, {0, 32}}) {
    hipChannelFormatDesc wrong = hipCreateChannelDesc(32, y, z, 0, hipChannelFormatKindFloat);
    GIVES(hipErrorInvalidValue, hipMallocArray(&array, &wrong, 4, 4, hipArrayDefault));
  }
  OK(hipMallocArray(&array, &desc, 4, 2, hipArrayDefault));
  char bytes[64] = {};
  GIVES(hipErrorInvalidValue, hipMemcpyHtoA(array, 8, bytes, 8)); // for one row only
  GIVES(hipErrorInvalidValue, hipMemcpyAtoH(bytes, array, 8, 8));
  OK(hipFreeArray(array));
  OK(hipMallocArray(&array, &desc, 8, 0, hipArrayDefault));
  OK(hipMemcpyHtoA(array, 8, bytes, 56));
  GIVES(hipErrorInvalidValue, hipMemcpyHtoA(array, 8, bytes, 57));
  GIVES(hipErrorInvalidValue, hipMemcpyAtoH(bytes, array, size_t{1} << 20, 4));
  OK(hipFreeArray(array));
  GIVES(hipErrorContextIsDestroyed, hipFreeArray(array));
  GIVES(hipErrorInvalidHandle, hipGetChannelDesc(&desc, array));
  hipMipmappedArray_t levels;
  GIVES(hipErrorNotSupported, hipMallocMipmappedArray(&levels, &desc, make_hipExtent(4, 4, 4), 1));
  GIVES(hipErrorInvalidValue, hipFreeMipmappedArray(nullptr));
}

static int asked(char *p, size_t size, hipMemRangeAttribute attribute) {
  int value = -9;
  OK(hipMemRangeGetAttribute(&value, sizeof value, attribute, p, size));
  return value;
}

static void advice() {
  constexpr size_t page = 4096;
  char *p;
  OK(hipMallocManaged(reinterpret_cast<void **>(&p), 3 * page, hipMemAttachGlobal));
  SAME(asked(p, page, hipMemRangeAttributePreferredLocation), hipInvalidDeviceId);
  OK(hipMemAdvise(p + page + 9, 5, hipMemAdviseSetReadMostly, 0));
  SAME(asked(p + page, page, hipMemRangeAttributeReadMostly), 1);
  SAME(asked(p, 2 * page, hipMemRangeAttributeReadMostly), 0);
  OK(hipMemAdvise(p, 2 * page, hipMemAdviseSetPreferredLocation, 0));
  OK(hipMemPrefetchAsync(p, 3 * page, hipCpuDeviceId, nullptr));
  SAME(asked(p, 2 * page, hipMemRangeAttributePreferredLocation), 0);
  SAME(asked(p, 3 * page, hipMemRangeAttributePreferredLocation), hipInvalidDeviceId);
  SAME(asked(p, 3 * page, hipMemRangeAttributeLastPrefetchLocation), hipCpuDeviceId);
  OK(hipMemAdvise(p, page, hipMemAdviseSetAccessedBy, 0));
  OK(hipMemAdvise(p, page, hipMemAdviseSetAccessedBy, hipCpuDeviceId));
  int places[3] = {}, read_mostly = 9;
  void *data[] = {places, &read_mostly};
  size_t sizes[] = {sizeof places, sizeof read_mostly};
  hipMemRangeAttribute which[] = {hipMemRangeAttributeAccessedBy, hipMemRangeAttributeReadMostly};
  OK(hipMemRangeGetAttributes(data, sizes, which, 2, p, page));
  SAME(places[0], hipCpuDeviceId);
  SAME(places[1], 0);
  SAME(places[2], hipInvalidDeviceId);
  SAME(read_mostly, 0);
  GIVES(hipErrorInvalidValue, hipMemAdvise(p, page, static_cast<hipMemoryAdvise>(77), 0));
  GIVES(hipErrorInvalidDevice, hipMemAdvise(p, page, hipMemAdviseSetAccessedBy, 77));
  GIVES(hipErrorInvalidValue, hipMemRangeGetAttribute(places, 8, which[1], p, page));
  OK(hipFree(p));
  OK(hipMalloc(reinterpret_cast<void **>(&p), page));
  GIVES(hipErrorInvalidValue, hipMemAdvise(p, page, hipMemAdviseSetReadMostly, 0));
  OK(hipFree(p));
}

static void values_and_pointers() {
  auto unknown = reinterpret_cast<hipStream_t>(0xffff);
  uint32_t *p;
  OK(hipMalloc(reinterpret_cast<void **>(&p), 64));
  GIVES(hipErrorInvalidValue, hipStreamWaitValue32(nullptr, p, 0, 9, ~0u));
  GIVES(hipErrorContextIsDestroyed, hipStreamWaitValue32(unknown, p, 0, 0, ~0u));
  GIVES(hipErrorContextIsDestroyed, hipStreamWriteValue32(unknown, p, 0, 0));
  OK(hipFree(p));
}

static void driver_textures() {
  hipArray *array;
  HIP_ARRAY_DESCRIPTOR d = {8, 8, HIP_AD_FORMAT_FLOAT, 1};
  OK(hipArrayCreate(&array, &d));
  HIP_RESOURCE_DESC resource = {};
  HIP_TEXTURE_DESC texture = {}, got = {};
  resource.resType = HIP_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  texture.flags = HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES;
  hipTextureObject_t object;
  OK(hipTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(hipTexObjectGetTextureDesc(&got, object));
  SAME(got.flags, texture.flags);
  OK(hipTexObjectDestroy(object));
  OK(hipArrayDestroy(array));
  GIVES(hipErrorInvalidValue, hipTexObjectCreate(&object, &resource, &texture, nullptr));
}

int main() {
  arrays();
  advice();
  values_and_pointers();
  driver_textures();
  return failures != 0;
}
