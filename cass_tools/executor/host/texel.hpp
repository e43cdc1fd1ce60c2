// Elements of images and typed buffers as four components of 32 bits.
#pragma once

#include "image.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace cass {

// Integers of integer formats, bits of floats of all others.
using Components = std::array<uint32_t, 4>;

inline float float_of(uint32_t component) {
  float number;
  std::memcpy(&number, &component, sizeof number);
  return number;
}

inline uint32_t bits_of(float number) {
  uint32_t component;
  std::memcpy(&component, &number, sizeof component);
  return component;
}

bool is_integer(const PixelFormat &format);

// A component of 16 bits (d16 instructions) from one of 32, and back.
uint16_t narrowed(uint32_t component, bool integer);
uint32_t widened(uint16_t component, const PixelFormat &format);

// An element as instructions see it: channels converted, then chosen by `select`.
Components load_element(const void *at, const PixelFormat &format, uint32_t select);

// What a place outside the image gives: zeros, chosen by `select`.
Components nothing(const PixelFormat &format, uint32_t select);

void store_element(void *at, const PixelFormat &format, const Components &components);

} // namespace cass
