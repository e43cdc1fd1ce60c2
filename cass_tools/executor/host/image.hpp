// Images: what the words of a descriptor say.
//
// Formats, types, sizes and sampler fields lie where the cards have them. The elements do not: all
// images are linear, and words 6 and 7, which are about compression on cards, hold the bytes from
// row to row and from slice to slice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cass {

enum class Numbers : int { Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float };

struct PixelFormat {
  int bits = 0, channels = 0; // 0 bits: not a known format
  Numbers numbers = Numbers::Unorm;

  size_t size() const { return static_cast<size_t>(bits * channels / 8); }
};

enum class ImageShape : uint32_t { Line = 8, Plane, Volume, Cube, Lines, Planes };

struct Image {
  uint64_t base = 0; // a multiple of 256
  PixelFormat format;
  ImageShape shape = ImageShape::Plane;
  uint32_t width = 1, height = 1, depth = 1; // in elements; depth counts layers of Lines and Planes
  uint64_t pitch = 0, slice = 0;             // in bytes
  uint32_t select = 0;                       // 3 bits for each component: 0, 1, 4 + channel
};

struct Buffer {
  uint64_t base = 0;
  PixelFormat format;
  uint32_t stride = 0, records = 0; // records of `stride` bytes, or bytes where it is 0
  uint32_t select = 0;
};

enum class Wrap : uint32_t { Repeat, Mirror, Clamp, MirrorOnce, Border = 6 };

struct Sampler {
  Wrap wrap[3] = {Wrap::Clamp, Wrap::Clamp, Wrap::Clamp};
  bool linear = false, normalized = false;
  uint32_t border = 0; // 0 transparent black, 1 opaque black, 2 white
};

// Generation of instruction set whose words are meant: 9, 10 or 11.
using Family = uint32_t;

// How a format's channels appear as four components: absent ones are 0, 0, 0, 1.
uint32_t usual_selection(int channels);

void encode(const Image &image, Family family, uint32_t words[8]);
void encode(const Buffer &buffer, Family family, uint32_t words[4]);
void encode(const Sampler &sampler, uint32_t words[4]);

Image decode_image(const uint32_t words[8], Family family);
Buffer decode_buffer(const uint32_t words[4], Family family);
Sampler decode_sampler(const uint32_t words[4]);

// Format of an MTBUF instruction's field; gfx9's is data format + 16 * number format.
PixelFormat typed_format(uint32_t number, Family family);

} // namespace cass
