#include "image.hpp"

namespace cass {

namespace {

// Formats of one layout of bits, with their numbers: gfx9's data format, and the first of the
// consecutive formats of gfx10 and gfx11. `only_exact`: these exist as integers and floats only.
struct Layout {
  int bits, channels;
  uint32_t gfx9, gfx10, gfx11;
  bool only_exact;
};

constexpr Layout kLayouts[] = {{8, 1, 1, 1, 1, false},    {16, 1, 2, 7, 7, false},
                               {8, 2, 3, 14, 14, false},  {32, 1, 4, 20, 20, true},
                               {16, 2, 5, 23, 23, false}, {8, 4, 10, 56, 42, false},
                               {32, 2, 11, 62, 48, true}, {16, 4, 12, 65, 51, false},
                               {32, 3, 13, 72, 58, true}, {32, 4, 14, 75, 61, true}};

constexpr uint32_t kFloatOfGfx9 = 7;

uint32_t bits(uint32_t word, int first, int count) { return word >> first & ((1u << count) - 1); }

// Place of a kind of numbers among the formats of one layout.
int kinds(const Layout &l) { return l.only_exact ? 3 : l.bits == 16 ? 7 : 6; }

Numbers kind_at(const Layout &l, uint32_t place) {
  return static_cast<Numbers>(place + (l.only_exact ? 4 : 0));
}

uint32_t first_of(const Layout &l, Family family) { return family >= 11 ? l.gfx11 : l.gfx10; }

PixelFormat from_gfx9(uint32_t data, uint32_t numbers) {
  for (const Layout &l : kLayouts)
    if (l.gfx9 == data)
      return {l.bits, l.channels,
              numbers == kFloatOfGfx9 ? Numbers::Float : static_cast<Numbers>(numbers)};
  return {};
}

PixelFormat from_number(uint32_t number, Family family) {
  for (const Layout &l : kLayouts) {
    uint32_t place = number - first_of(l, family);
    if (number >= first_of(l, family) && place < static_cast<uint32_t>(kinds(l)))
      return {l.bits, l.channels, kind_at(l, place)};
  }
  return {};
}

const Layout *layout_of(const PixelFormat &f) {
  for (const Layout &l : kLayouts)
    if (l.bits == f.bits && l.channels == f.channels)
      return &l;
  return nullptr;
}

uint32_t number_of(const PixelFormat &f, Family family) {
  const Layout *l = layout_of(f);
  if (!l)
    return 0;
  return first_of(*l, family) + static_cast<uint32_t>(f.numbers) - (l->only_exact ? 4 : 0);
}

uint32_t data_of_gfx9(const PixelFormat &f) {
  const Layout *l = layout_of(f);
  return l ? l->gfx9 : 0;
}

uint32_t numbers_of_gfx9(const PixelFormat &f) {
  return f.numbers == Numbers::Float ? kFloatOfGfx9 : static_cast<uint32_t>(f.numbers);
}

} // namespace

uint32_t usual_selection(int channels) {
  constexpr uint32_t kOne = 1, kFirst = 4;
  uint32_t select = 0;
  for (uint32_t i = 0; i < 4; ++i)
    select |= (static_cast<int>(i) < channels ? kFirst + i : i == 3 ? kOne : 0) << 3 * i;
  return select;
}

void encode(const Image &image, Family family, uint32_t w[8]) {
  uint32_t width = image.width - 1, height = image.height - 1;
  w[0] = static_cast<uint32_t>(image.base >> 8);
  w[1] = static_cast<uint32_t>(image.base >> 40) & 0xff;
  if (family == 9) {
    w[1] |= data_of_gfx9(image.format) << 20 | numbers_of_gfx9(image.format) << 26;
    w[2] = width | height << 14;
  } else {
    w[1] |= number_of(image.format, family) << 20 | (width & 3) << 30;
    w[2] = width >> 2 | height << 14;
  }
  w[3] = image.select | static_cast<uint32_t>(image.shape) << 28;
  w[4] = image.depth - 1;
  w[5] = 0;
  w[6] = static_cast<uint32_t>(image.pitch);
  w[7] = static_cast<uint32_t>(image.slice);
}

Image decode_image(const uint32_t w[8], Family family) {
  Image image;
  image.base = (uint64_t{w[0]} | uint64_t{w[1] & 0xff} << 32) << 8;
  if (family == 9) {
    image.format = from_gfx9(bits(w[1], 20, 6), bits(w[1], 26, 4));
    image.width = bits(w[2], 0, 14) + 1;
  } else {
    image.format = from_number(bits(w[1], 20, family == 10 ? 9 : 8), family);
    image.width = (w[1] >> 30 | bits(w[2], 0, 12) << 2) + 1;
  }
  image.height = bits(w[2], 14, 14) + 1;
  image.select = bits(w[3], 0, 12);
  image.shape = static_cast<ImageShape>(w[3] >> 28);
  image.depth = bits(w[4], 0, 13) + 1;
  image.pitch = w[6];
  image.slice = w[7];
  return image;
}

void encode(const Buffer &buffer, Family family, uint32_t w[4]) {
  w[0] = static_cast<uint32_t>(buffer.base);
  w[1] = static_cast<uint32_t>(buffer.base >> 32 & 0xffff) | buffer.stride << 16;
  w[2] = buffer.records;
  w[3] = buffer.select;
  w[3] |= family == 9 ? numbers_of_gfx9(buffer.format) << 12 | data_of_gfx9(buffer.format) << 15
                      : number_of(buffer.format, family) << 12;
}

Buffer decode_buffer(const uint32_t w[4], Family family) {
  Buffer buffer;
  buffer.base = uint64_t{w[0]} | uint64_t{w[1] & 0xffff} << 32;
  buffer.stride = bits(w[1], 16, 14);
  buffer.records = w[2];
  buffer.select = bits(w[3], 0, 12);
  buffer.format = family == 9 ? from_gfx9(bits(w[3], 15, 4), bits(w[3], 12, 3))
                              : from_number(bits(w[3], 12, family == 10 ? 7 : 6), family);
  return buffer;
}

PixelFormat typed_format(uint32_t number, Family family) {
  return family == 9 ? from_gfx9(number & 15, number >> 4) : from_number(number, family);
}

void encode(const Sampler &s, uint32_t w[4]) {
  w[0] = static_cast<uint32_t>(s.wrap[0]) | static_cast<uint32_t>(s.wrap[1]) << 3 |
         static_cast<uint32_t>(s.wrap[2]) << 6 | (s.normalized ? 0 : 1u << 15);
  w[1] = 0;
  w[2] = s.linear ? 1u << 20 | 1u << 22 | 2u << 24 : 1u << 24;
  w[3] = s.border << 30;
}

Sampler decode_sampler(const uint32_t w[4]) {
  Sampler s;
  for (int i = 0; i < 3; ++i)
    s.wrap[i] = static_cast<Wrap>(bits(w[0], 3 * i, 3));
  s.normalized = !bits(w[0], 15, 1);
  s.linear = bits(w[2], 20, 2) & 1;
  s.border = w[3] >> 30;
  return s;
}

} // namespace cass
