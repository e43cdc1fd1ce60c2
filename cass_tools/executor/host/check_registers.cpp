// Uses of values that nobody set, where they matter: branches, addresses, atomics, global memory.
#include "findings.hpp"
#include "shadow.hpp"

#include <algorithm>
#include <cstring>

namespace cass {

namespace {

constexpr uint32_t kRows = 512, kAccumulators = 256, kFirstScalar = 1 << 10;
constexpr uint32_t kTrapRegisters = 102; // from here on: set by the hardware, vcc, m0

enum Use : uint32_t { kDecision, kAddress, kOperand }; // bits 14 and 15

size_t row_of(const Access &a) {
  return static_cast<size_t>(a.rows - a.wave->vgpr) / a.at->grid->lanes;
}

uint32_t words(const Access &a) { return std::max(a.size / 4, 1u); }

std::string value_of(const std::string &name) {
  return name.empty() ? "a value that was never set" : name + ", whose value was never set";
}

std::string more(uint64_t lanes) {
  int others = __builtin_popcountll(lanes) - 1;
  return others > 0 ? " (and in " + std::to_string(others) + " more lanes)" : "";
}

} // namespace

Shadow *shadow_of(const Wave *wave, const Grid &grid) {
  if (grid.translation.rows <= kRows)
    return nullptr;
  const uint32_t *place = wave->vgpr + size_t{kRows} * grid.lanes;
  return reinterpret_cast<Shadow *>(const_cast<uint32_t *>(place));
}

void start_shadow(Wave *wave, const Grid &grid) {
  Shadow *shadow = shadow_of(wave, grid);
  if (!shadow)
    return;
  *shadow = {};
  std::fill(shadow->rows + grid.vectors_set(), shadow->rows + kRows, ~uint64_t{0});
  std::fill(shadow->scalars + grid.scalars_set(), shadow->scalars + kTrapRegisters, ~uint32_t{0});
}

std::string register_name(uint32_t number) {
  if (number == 0)
    return {};
  if (number >= kFirstScalar)
    return number == kFirstScalar + kVcc ? "vcc" : "s" + std::to_string(number - kFirstScalar);
  return number > kAccumulators ? "a" + std::to_string(number - 1 - kAccumulators)
                                : "v" + std::to_string(number - 1);
}

bool undefined_word(const Access &a, uint64_t address) {
  const Filled *filled = a.at->checks->filled(address);
  return filled && (*filled == Filled::Undefined ||
                    (*filled == Filled::Never && untouched(address & ~uint64_t{3}, 4)));
}

void load_shadow(const Access &a, uint64_t told) {
  Shadow *shadow = shadow_of(a.wave, *a.at->grid);
  if (!shadow || !a.rows || a.half || row_of(a) + words(a) > kRows)
    return;
  uint64_t *rows = shadow->rows + row_of(a);
  each_lane(a.active & ~told, [&](unsigned lane) {
    bool global = a.space(lane) == Space::Global;
    for (uint32_t word = 0; word < words(a); ++word) {
      uint64_t address = a.addresses[lane] + 4 * word;
      if (global ? untouched(address, std::min(a.size, 4u)) : undefined_word(a, address))
        rows[word] |= uint64_t{1} << lane;
    }
  });
}

void store_shadow(const Access &a) {
  Shadow *shadow = shadow_of(a.wave, *a.at->grid);
  if (!shadow)
    return;
  bool known = a.rows && row_of(a) + words(a) <= kRows;
  const uint64_t *rows = known ? shadow->rows + row_of(a) : nullptr;
  uint64_t bad = 0;
  each_lane(a.active, [&](unsigned lane) {
    uint32_t count = 0;
    for (uint32_t word = 0; word < words(a); ++word) {
      bool undefined = rows && rows[word] >> lane & 1;
      count += undefined;
      Filled *filled = a.at->checks->filled(a.addresses[lane] + 4 * word);
      if (filled && !undefined)
        *filled = Filled::Defined;
      else if (filled && a.size >= 4)
        *filled = Filled::Undefined;
    }
    if (count == words(a) && a.space(lane) == Space::Global)
      bad |= uint64_t{1} << lane;
  });
  if (bad)
    found(kInit, a, static_cast<unsigned>(__builtin_ctzll(bad)),
          "uninitialised: " + shown(a) + " of global memory with " +
              value_of(register_name(static_cast<uint32_t>(row_of(a)) + 1)) + more(bad));
}

void undefined_use(const Wave *wave, const Running &at, uint32_t pc, uint32_t what,
                   uint64_t lanes) {
  uint32_t use = what >> 14 & 3, number = what >> 16;
  Access a{wave, &at, pc, 0, Verb::Load, false, false, false, nullptr, nullptr, lanes};
  const Shadow *shadow = shadow_of(wave, *at.grid);
  std::string text = use == kAddress   ? "the address of an access is "
                     : use == kOperand ? "an atomic operation works with "
                                       : "a condition depends on ";
  if (use == kDecision && shadow)
    number = shadow->compared;
  found(kInit, a, static_cast<unsigned>(__builtin_ctzll(lanes)),
        "uninitialised: " + text + value_of(register_name(number)) + more(lanes));
}

} // namespace cass
