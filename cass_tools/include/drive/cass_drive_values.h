// What a value is made of, and how it is filled: the same bytes on every machine and for every
// compiler.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// A namespace of its own, whose names hide none of the user's where `Fields` are specialised.
namespace cass_fields {

// The members of a structure: `each(value, visit)` calls visit("name", member) for all. What is not
// specialised cannot be driven.
template <class T, class = void> struct Fields;

} // namespace cass_fields

namespace cass_drive {

using cass_fields::Fields;

// Rising: each integer is larger than the one before, by one to three.
enum class Style { random, ramp, edge, constant, rising };

// How an argument, and everything below it, is filled.
struct Spec {
  Style style = Style::random;
  double ints[2] = {0, 16}, floats[2] = {0, 1}; // [low, high)
  size_t elements = 1024;                       // of what a pointer points to
  size_t shift = 0;                             // elements that a pointer is moved by
  bool is_value = false;                        // an argument that is a number is `value`
  double value = 0;
};

template <class T, class = void> struct has_fields : std::false_type {};
template <class T>
struct has_fields<T, std::void_t<decltype(sizeof(Fields<T>))>> : std::true_type {};

// A pointer without __restrict__, which hides from std::is_pointer that it is one.
template <class T> struct Unrestricted {
  using type = T;
};
template <class T> struct Unrestricted<T *__restrict__> {
  using type = T *;
};
template <class T> using Unrestrict = typename Unrestricted<T>::type;

// Two 16-bit floats in one. Headers that are not included may have them, so they are known by name;
// what is outside of the range of such floats does not occur, what is below it is zero.
template <int Exponent, int Fraction> struct Small {
  uint16_t bits = 0;
  explicit Small(float value) {
    uint32_t whole = 0;
    memcpy(&whole, &value, sizeof whole);
    const int exponent = static_cast<int>(whole >> 23 & 0xff) - 127 + (1 << (Exponent - 1)) - 1;
    bits = static_cast<uint16_t>(whole >> 31 << 15);
    if (exponent > 0)
      bits |= static_cast<uint16_t>(exponent << Fraction | (whole & 0x7fffff) >> (23 - Fraction));
  }
  operator float() const { return bits; } // only asked whether there is one
};
template <class T, class Part> struct Pair {
  template <class V> static void each(T &value, V &&visit) {
    auto *part = reinterpret_cast<Part *>(&value);
    visit("x", part[0]), visit("y", part[1]);
  }
};
template <class T> constexpr bool is_named(std::string_view name) {
  const std::string_view here = __PRETTY_FUNCTION__; // ... [T = name] or [with T = name; ...]
  const size_t at = here.find("T = ") + 4;
  return here.substr(at, here.find_first_of(";]", at) - at) == name;
}

// 16-bit floating point of any make: something small that is made of a float and gives one back.
template <class T> constexpr bool is_small_float() {
  if constexpr (sizeof(T) > 2 || std::is_arithmetic<T>::value || std::is_enum<T>::value)
    return false;
  else
    return std::is_constructible<T, float>::value && std::is_convertible<T, float>::value;
}

// A random number for element `index` of the stream `seed` (splitmix64).
inline uint64_t draw(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

inline double chosen(const Spec &spec, const double (&range)[2], uint64_t seed, uint64_t index,
                     bool whole) {
  const double low = range[0], size = range[1] - range[0];
  double at = 0;
  if (spec.style == Style::rising && whole)
    return low + 2 * static_cast<double>(index) + static_cast<double>(draw(seed, index) & 1);
  switch (spec.style) {
  case Style::rising:
  case Style::random:
    at = static_cast<double>(draw(seed, index) >> 11) * 0x1p-53 * size;
    break;
  case Style::ramp:
    at = whole ? static_cast<double>(index % static_cast<uint64_t>(size < 1 ? 1 : size))
               : static_cast<double>(index % 1024) / 1024 * size;
    break;
  case Style::edge: {
    const double ends[] = {low, range[1] - (whole ? 1 : size / 1024), low, low + size / 2};
    return whole ? static_cast<double>(static_cast<int64_t>(ends[draw(seed, index) % 4]))
                 : ends[draw(seed, index) % 4];
  }
  case Style::constant:
    break;
  }
  return whole ? static_cast<double>(static_cast<int64_t>(low + at)) : low + at;
}

// What one scalar is, in the dump's words: u8 is an unsigned integer of 8 bytes, f4 a float.
template <class T> std::string kind_of() {
  const std::string size = std::to_string(sizeof(T));
  if constexpr (std::is_enum<T>::value)
    return kind_of<std::underlying_type_t<T>>();
  else if constexpr (std::is_integral<T>::value)
    return (std::is_signed<T>::value ? "i" : "u") + size;
  else if constexpr (std::is_floating_point<T>::value)
    return "f" + size;
  else {
    const T one(1.0f);
    uint16_t bits = 0;
    memcpy(&bits, &one, sizeof(T));
    return bits == 0x3f80 ? "b2" : sizeof(T) == 2 ? "f2" : "x" + size; // x: an eight-bit float
  }
}

template <class T> constexpr bool is_number() {
  return std::is_arithmetic<T>::value || std::is_enum<T>::value || is_small_float<T>();
}

template <class T> void set_number(T &to, double value) {
  if constexpr (std::is_same<T, bool>::value)
    to = static_cast<uint64_t>(value < 0 ? -value : value) & 1;
  else if constexpr (std::is_enum<T>::value)
    to = static_cast<T>(static_cast<int64_t>(value));
  else if constexpr (std::is_integral<T>::value)
    to = static_cast<T>(value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                                  : static_cast<uint64_t>(value));
  else if constexpr (std::is_floating_point<T>::value)
    to = static_cast<T>(value);
  else
    to = T(static_cast<float>(value));
}

template <class T> void fill_number(T &to, const Spec &spec, uint64_t seed, uint64_t index) {
  constexpr bool whole = std::is_integral<T>::value || std::is_enum<T>::value;
  set_number(to, chosen(spec, whole ? spec.ints : spec.floats, seed, index, whole));
}

} // namespace cass_drive

namespace cass_fields {

template <class T>
struct Fields<T, std::enable_if_t<cass_drive::is_named<T>("__half2")>>
    : cass_drive::Pair<T, cass_drive::Small<5, 10>> {};
template <class T>
struct Fields<T, std::enable_if_t<cass_drive::is_named<T>("__hip_bfloat162") ||
                                  cass_drive::is_named<T>("__nv_bfloat162")>>
    : cass_drive::Pair<T, cass_drive::Small<8, 7>> {};

} // namespace cass_fields

// The vector types of both vendors; of those with four long numbers CUDA 13 says that there are
// others.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define CASS_DRIVE_VECTOR(T, n)                                                                    \
  template <> struct cass_fields::Fields<T##n> {                                                   \
    template <class V> static void each(T##n &value, V &&visit) {                                  \
      auto *part = reinterpret_cast<std::decay_t<decltype(value.x)> *>(&value);                    \
      const char *names[] = {"x", "y", "z", "w"};                                                  \
      for (int i = 0; i < n; ++i)                                                                  \
        visit(names[i], part[i]);                                                                  \
    }                                                                                              \
  };
#define CASS_DRIVE_VECTORS(T)                                                                      \
  CASS_DRIVE_VECTOR(T, 1) CASS_DRIVE_VECTOR(T, 2) CASS_DRIVE_VECTOR(T, 3) CASS_DRIVE_VECTOR(T, 4)
CASS_DRIVE_VECTORS(char)
CASS_DRIVE_VECTORS(uchar)
CASS_DRIVE_VECTORS(short)
CASS_DRIVE_VECTORS(ushort)
CASS_DRIVE_VECTORS(int)
CASS_DRIVE_VECTORS(uint)
CASS_DRIVE_VECTORS(long)
CASS_DRIVE_VECTORS(ulong)
CASS_DRIVE_VECTORS(longlong)
CASS_DRIVE_VECTORS(ulonglong)
CASS_DRIVE_VECTORS(float)
CASS_DRIVE_VECTORS(double)
#pragma GCC diagnostic pop
template <> struct cass_fields::Fields<dim3> {
  template <class V> static void each(dim3 &value, V &&visit) {
    visit("x", value.x), visit("y", value.y), visit("z", value.z);
  }
};
