// Arrays: made, described, freed.
#include "arrays.hpp"

#include "memory.hpp"
#include "nvidia_device.hpp"
#include "properties.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

using namespace cass;

namespace {

struct HIP_ARRAY_DESCRIPTOR {
  size_t Width, Height;
  int Format;
  unsigned NumChannels;
};

struct HIP_ARRAY3D_DESCRIPTOR {
  size_t Width, Height, Depth;
  int Format;
  unsigned NumChannels, Flags;
};

struct Format {
  int number; // hipArray_Format
  int bits;
  hipChannelFormatKind kind;
};

constexpr Format kFormats[] = {{0x01, 8, Unsigned}, {0x02, 16, Unsigned}, {0x03, 32, Unsigned},
                               {0x08, 8, Signed},   {0x09, 16, Signed},   {0x0a, 32, Signed},
                               {0x10, 16, Float},   {0x20, 32, Float}};

const Format *format_of(int bits, hipChannelFormatKind kind) {
  for (const Format &f : kFormats)
    if (f.bits == bits && f.kind == kind)
      return &f;
  return nullptr;
}

const Format *format_of(int number) {
  for (const Format &f : kFormats)
    if (f.number == number)
      return &f;
  return nullptr;
}

unsigned channels_of(const hipChannelFormatDesc &d) {
  return static_cast<unsigned>((d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0));
}

constexpr auto kInvalidChannelDescriptor = static_cast<hipError_t>(20); // HIP has none
constexpr unsigned kLayered = 1, kCubemap = 4, kFlags = 0xf;

// The first channels have one size, the others none.
bool is_regular(const hipChannelFormatDesc &d) {
  const int bits[] = {d.x, d.y, d.z, d.w};
  unsigned channels = channels_of(d);
  for (unsigned i = 0; i < 4; ++i)
    if (bits[i] != (i < channels ? d.x : 0))
      return false;
  return channels == 1 || channels == 2 || channels == 4;
}

bool is_regular(hipExtent e, unsigned flags) {
  bool flat = e.depth == 0, of_lines = flags & kLayered;
  if (e.width == 0 || (e.depth && !e.height && !of_lines) || (flags & ~kFlags))
    return false;
  if (flat && ((flags & kCubemap) || ((flags & kLayered) && !e.height)))
    return false;
  return std::max({e.width, e.height, e.depth}) <= kGreatestTexture;
}

struct Arrays {
  std::mutex mutex;
  std::set<hipArray_const_t> all;
};

Arrays &arrays() {
  static auto *arrays = new Arrays;
  return *arrays;
}

hipError_t make_by_format(hipArray_t *result, int number, unsigned channels, hipExtent extent,
                          unsigned flags) {
  hipChannelFormatDesc desc;
  if (!channel_desc(number, channels, desc))
    return hipErrorInvalidValue;
  hipError_t error = make_array(result, desc, extent, flags);
  if (!error)
    (*result)->of_driver_interface = true;
  return error;
}

} // namespace

bool cass::known(hipArray_const_t array) {
  std::lock_guard lock(arrays().mutex);
  return arrays().all.count(array);
}

bool cass::channel_desc(int number, unsigned channels, hipChannelFormatDesc &desc) {
  const Format *format = format_of(number);
  if (!format || (channels != 1 && channels != 2 && channels != 4))
    return false;
  auto bits = [&](unsigned channel) { return channel < channels ? format->bits : 0; };
  desc = {bits(0), bits(1), bits(2), bits(3), format->kind};
  return true;
}

hipError_t cass::driver_format(const hipChannelFormatDesc &desc, int &number, unsigned &channels) {
  const Format *format = format_of(desc.x, desc.f);
  if (!format)
    return hipErrorInvalidValue;
  number = format->number;
  channels = channels_of(desc);
  return hipSuccess;
}

hipError_t cass::make_array(hipArray_t *result, const hipChannelFormatDesc &desc, hipExtent extent,
                            unsigned flags) {
  const Format *format = format_of(desc.x, desc.f);
  bool refused = (flags & kCubemap) && !is_cuda(); // AMD's runtime makes no cube maps
  if (!result || refused || !is_regular(extent, flags))
    return hipErrorInvalidValue;
  if (!format || !is_regular(desc))
    return is_cuda() ? kInvalidChannelDescriptor : hipErrorInvalidValue;
  auto array = std::make_unique<hipArray>();
  array->desc = desc;
  array->format = format->number;
  array->channels = channels_of(desc);
  array->type = flags;
  array->width = static_cast<unsigned>(extent.width);
  array->height = static_cast<unsigned>(extent.height);
  array->depth = static_cast<unsigned>(extent.depth);
  size_t elements =
      extent.width * std::max<size_t>(extent.height, 1) * std::max<size_t>(extent.depth, 1);
  array->data = memory().allocate(elements * element_size(*array), MemoryKind::Device, flags);
  if (!array->data)
    return hipErrorOutOfMemory;
  std::lock_guard lock(arrays().mutex);
  *result = array.release();
  arrays().all.insert(*result);
  return hipSuccess;
}

size_t cass::element_size(const hipArray &array) {
  const hipChannelFormatDesc &d = array.desc;
  return static_cast<size_t>(d.x + d.y + d.z + d.w) / 8;
}

Place cass::array_place(const hipArray &array, size_t x, size_t y, size_t z) {
  size_t pitch = array.width * element_size(array), slice = pitch * std::max(array.height, 1u);
  return {static_cast<char *>(array.data) + x + y * pitch + z * slice, pitch, slice};
}

HIP_API hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *desc,
                                    hipExtent extent, unsigned flags) {
  return done(desc ? make_array(array, *desc, extent, flags) : hipErrorInvalidValue);
}

HIP_API hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *desc, size_t width,
                                  size_t height, unsigned flags) {
  return hipMalloc3DArray(array, desc, {width, height, 0}, flags);
}

HIP_API hipError_t hipArrayCreate(hipArray_t *array, const HIP_ARRAY_DESCRIPTOR *d) {
  if (!d)
    return done(hipErrorInvalidValue);
  return done(make_by_format(array, d->Format, d->NumChannels, {d->Width, d->Height, 0}, 0));
}

HIP_API hipError_t hipArray3DCreate(hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *d) {
  if (!d)
    return done(hipErrorInvalidValue);
  return done(
      make_by_format(array, d->Format, d->NumChannels, {d->Width, d->Height, d->Depth}, d->Flags));
}

HIP_API hipError_t hipFreeArray(hipArray_t array) {
  if (!array)
    return done(hipErrorInvalidValue);
  {
    std::lock_guard lock(arrays().mutex);
    if (!arrays().all.erase(array))
      return done(hipErrorContextIsDestroyed);
  }
  synchronize_device(-1); // work that uses it ends first
  memory().release(array->data);
  delete array;
  return done(hipSuccess);
}

HIP_API hipError_t hipArrayDestroy(hipArray_t array) { return hipFreeArray(array); }

HIP_API hipError_t hipGetChannelDesc(hipChannelFormatDesc *desc, hipArray_const_t array) {
  if (!desc || !known(array))
    return done(desc ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *desc = array->desc;
  return done(hipSuccess);
}

HIP_API hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                  hipChannelFormatKind f) {
  return {x, y, z, w, f};
}

HIP_API hipError_t hipArrayGetInfo(hipChannelFormatDesc *desc, hipExtent *extent, unsigned *flags,
                                   hipArray_t array) {
  if (!known(array))
    return done(hipErrorInvalidHandle);
  if (desc)
    *desc = array->desc;
  if (extent)
    *extent = {array->width, array->height, array->depth};
  if (flags)
    *flags = array->type;
  return done(hipSuccess);
}

HIP_API hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *d, hipArray_t array) {
  if (!d || !known(array))
    return done(d ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *d = {array->width, array->height, array->format, array->channels};
  return done(hipSuccess);
}

HIP_API hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *d, hipArray_t array) {
  if (!d || !known(array))
    return done(d ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *d = {array->width, array->height, array->depth, array->format, array->channels, array->type};
  return done(hipSuccess);
}
