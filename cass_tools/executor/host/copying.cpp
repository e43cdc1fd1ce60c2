#include "copying.hpp"

#include "arrays.hpp"
#include "deeds.hpp"
#include "graph_nodes.hpp"
#include "memory.hpp"
#include "report.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <optional>

namespace cass {

namespace {

bool known_kind(hipMemcpyKind kind) {
  return (kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault) ||
         kind == hipMemcpyDeviceToDeviceNoCU;
}

char *row(Place p, size_t y, size_t z) { return p.start + y * p.pitch + z * p.slice; }

template <typename F> void each_row(Box box, F visit) {
  for (size_t z = 0; z < box.depth; ++z)
    for (size_t y = 0; y < box.height; ++y)
      visit(y, z);
}

// The width of a box that has an array on one side counts elements, else bytes.
size_t unit(const hipMemcpy3DParms &p) {
  const hipArray *array = p.dstArray ? p.dstArray : p.srcArray;
  return array ? element_size(*array) : 1;
}

Box box_of(const hipMemcpy3DParms &p) {
  return {p.extent.width * unit(p), p.extent.height, p.extent.depth};
}

Place place_of(const hipArray *array, const hipPitchedPtr &pitched, const hipPos &at) {
  if (array)
    return array_place(*array, at.x * element_size(*array), at.y, at.z);
  size_t slice = pitched.pitch * pitched.ysize;
  return {static_cast<char *>(pitched.ptr) + at.x + at.y * pitched.pitch + at.z * slice,
          pitched.pitch, slice};
}

bool device_side(const void *pointer) { return memory().find(pointer).has_value(); }

// Memory that only the GPU has, which no pointer of the host's is to.
bool device_only(const void *pointer) {
  auto found = memory().find(pointer);
  return found && (found->kind == MemoryKind::Device || found->kind == MemoryKind::Variable);
}

// Neither vendor defines what happens where the kind of a copy does not fit its pointers: it may
// work here and fail there, so it is told, once for each sentence, and the copy goes on.
void tell_misfit(const void *to, const void *from, hipMemcpyKind kind) {
  static std::atomic<unsigned> told{0};
  static const char *const names[] = {"host to host", "host to device", "device to host",
                                      "device to device"};
  static const char *const wrong[] = {"into memory of the host", "out of memory of the host",
                                      "into memory of the device", "out of memory of the device"};
  if (kind > hipMemcpyDeviceToDevice)
    return;
  const bool to_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool from_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  const bool misfits[] = {to_device && !device_side(to), from_device && !device_side(from),
                          !to_device && device_only(to), !from_device && device_only(from)};
  const size_t which = std::find(std::begin(misfits), std::end(misfits), true) - misfits;
  const unsigned bit = 1u << (4 * kind + which % 4);
  if (which == std::size(misfits) || (told.fetch_or(bit) & bit))
    return;
  note("misuse", "", std::string("a copy from ") + names[kind] + " goes " + wrong[which]);
}

} // namespace

hipError_t symbol_place(const void *symbol, size_t size, size_t offset, char *&place) {
  const Variable *variable = variable_of(symbol);
  if (!variable)
    return hipErrorInvalidSymbol;
  if (offset > variable->size || variable->size - offset < size)
    return hipErrorInvalidValue;
  place = reinterpret_cast<char *>(variable->address) + offset;
  return hipSuccess;
}

bool fits(Place place, Box box) {
  auto found = memory().find(place.start);
  if (!found || box.empty())
    return true;
  size_t room = found->end() - reinterpret_cast<uint64_t>(place.start);
  const auto takes = [&room](size_t count, size_t step) { // sizes are the program's: any number
    bool right = !step || count <= room / step;
    room -= right ? count * step : 0;
    return right;
  };
  return takes(1, box.width) && takes(box.height - 1, place.pitch) &&
         takes(box.depth - 1, place.slice);
}

hipError_t check(Place to, Place from, Box box, hipMemcpyKind kind) {
  if (!known_kind(kind))
    return hipErrorInvalidMemcpyDirection;
  if (box.empty())
    return hipSuccess;
  if (!to.start || !from.start)
    return hipErrorInvalidValue;
  if (box.height > 1 && (box.width > to.pitch || box.width > from.pitch))
    return hipErrorInvalidPitchValue;
  // Two pointers that are not the runtime's are both the host's, whatever the caller says.
  bool only_host = kind == hipMemcpyHostToHost || kind == hipMemcpyDefault;
  if (!only_host && !device_side(to.start) && !device_side(from.start))
    return hipErrorInvalidValue;
  return fits(to, box) && fits(from, box) ? hipSuccess : hipErrorInvalidValue;
}

hipError_t copy(Place to, Place from, Box box, hipMemcpyKind kind, hipStream_t stream) {
  if (!stream_of(stream))
    return hipErrorInvalidHandle;
  if (hipError_t error = check(to, from, box, kind))
    return error;
  if (box.empty())
    return hipSuccess;
  tell_misfit(to.start, from.start, kind);
  // The program may do with pageable memory what it likes after the call.
  std::optional<Blocking> blocking;
  if (!device_side(to.start) || !device_side(from.start))
    blocking.emplace();
  auto piece = [&](const Place &place) {
    return hipPitchedPtr{place.start, place.pitch, box.width, box.height};
  };
  hipMemcpy3DParms told{
      nullptr, {}, piece(from), nullptr, {}, piece(to), {box.width, box.height, box.depth}, kind};
  return submit(
      stream, NodeKind::Memcpy,
      [=] {
        each_row(box, [&](size_t y, size_t z) {
          std::memmove(row(to, y, z), row(from, y, z), box.width);
        });
        copied(to.start, from.start, box.height * box.depth == 1 ? box.width : 0);
        return hipSuccess;
      },
      told);
}

hipError_t copy(void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream) {
  auto source = static_cast<char *>(const_cast<void *>(from));
  return copy({static_cast<char *>(to), size, size}, {source, size, size}, {size, 1, 1}, kind,
              stream);
}

hipError_t check(const hipMemcpy3DParms &p) {
  if ((p.srcArray && p.srcPtr.ptr) || (p.dstArray && p.dstPtr.ptr))
    return hipErrorInvalidValue;
  return check(place_of(p.dstArray, p.dstPtr, p.dstPos), place_of(p.srcArray, p.srcPtr, p.srcPos),
               box_of(p), p.kind);
}

hipError_t copy(const hipMemcpy3DParms &p, hipStream_t stream) {
  if ((p.srcArray && p.srcPtr.ptr) || (p.dstArray && p.dstPtr.ptr))
    return hipErrorInvalidValue;
  Box box = box_of(p);
  return copy(place_of(p.dstArray, p.dstPtr, p.dstPos), place_of(p.srcArray, p.srcPtr, p.srcPos),
              box, p.kind, stream);
}

hipError_t fill(Place to, Box box, uint32_t value, size_t value_size, hipStream_t stream) {
  if (!stream_of(stream))
    return hipErrorInvalidHandle;
  if (box.empty())
    return hipSuccess;
  if (!to.start || !device_side(to.start) || !fits(to, box))
    return hipErrorInvalidValue;
  hipMemsetParams told{to.start,   static_cast<unsigned>(value_size),
                       box.height, to.pitch,
                       value,      box.width / value_size};
  return submit(
      stream, NodeKind::Memset,
      [=] {
        each_row(box, [&](size_t y, size_t z) {
          char *start = row(to, y, z);
          if (value_size == 1)
            std::memset(start, static_cast<int>(value), box.width);
          else
            for (size_t at = 0; at + value_size <= box.width; at += value_size)
              std::memcpy(start + at, &value, value_size);
        });
        filled(to.start);
        return hipSuccess;
      },
      told);
}

} // namespace cass
