// Inputs that tell right from nearly right: every pair of the ends and odd places of a type, then random bits.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

inline uint64_t drawn(uint64_t index) {
  uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// `count` operands number `which` of `operands`, as bits: all combinations of `odd` first.
template <class T>
std::vector<T> inputs(const std::vector<T> &odd, int which, int count) {
  std::vector<T> found;
  for (int i = 0; i < count; ++i) {
    uint64_t place = i;
    for (int skipped = 0; skipped < which; ++skipped)
      place /= odd.size();
    bool combined = which == 0 || place > 0 || i < int(odd.size());
    bool all = which < 2 ? i < int(odd.size() * odd.size()) : i % 3 == 0;
    found.push_back(combined && all ? odd[place % odd.size()] : T(drawn(4 * uint64_t(i) + which)));
  }
  return found;
}

// Random numbers next to each other in size, so that sums cancel and quotients are near one.
inline void bring_near(std::vector<uint32_t> &words) {
  for (size_t i = words.size() / 2; i < words.size(); ++i)
    words[i] = (words[i] & 0x81ffffffu) | 0x3e000000u;
}
inline void bring_near(std::vector<uint64_t> &words) {
  for (size_t i = words.size() / 2; i < words.size(); ++i)
    words[i] = (words[i] & 0x803fffffffffffffu) | 0x3fc0000000000000u;
}

// One line for each function: a digest of its results, and some of them.
template <class T> void show(const char *names, const std::vector<T> &results, int count) {
  const T *result = results.data();
  for (const char *name = names; *name; result += count) {
    const char *end = strchr(name, ' ');
    int length = end ? int(end - name) : int(strlen(name));
    uint64_t digest = 0xcbf29ce484222325u;
    for (int i = 0; i < count; ++i)
      digest = (digest ^ uint64_t(result[i])) * 0x100000001b3u;
    printf("%.*s 0x%016llx", length, name, (unsigned long long)digest);
    for (int i = 1; i < count; i = i * 4 + 5)
      printf(" 0x%llx", (unsigned long long)result[i]);
    printf("\n");
    name += length + (end ? 1 : 0);
  }
}
