// Which registers of a wave hold a value that its program has set: 1 is undefined. Code that is
// translated for kInit keeps it behind the registers; `executor/amd/shadow.py` is its twin.
#pragma once

#include "checks.hpp"

namespace cass {

struct Shadow {
  uint64_t rows[512];    // v0.., a0..: a bit for each lane
  uint32_t scalars[128]; // as Wave::sgpr
  uint32_t scc;
  uint32_t compared; // number of the register that the last undefined comparison was about
};

static_assert(offsetof(Shadow, scalars) == 4096 && offsetof(Shadow, compared) == 4612);

// nullptr where the code keeps none.
Shadow *shadow_of(const Wave *wave, const Grid &grid);

// The wave is in its first state.
void start_shadow(Wave *wave, const Grid &grid);

// "v5" or "s4", by the number that code gives in reports; "" for none.
std::string register_name(uint32_t number);

// Memory into registers: what was never written is undefined, unless a read of it was told already,
// and so is what was written with an undefined value (in LDS and in private memory).
void load_shadow(const Access &access, uint64_t told);

// Registers into memory, where they stay undefined; told where all that a lane writes to global
// memory is. Also after atomics, whose result is defined.
void store_shadow(const Access &access);

// Translated code has used an undefined value, as `what` says, in these lanes.
void undefined_use(const Wave *wave, const Running &at, uint32_t pc, uint32_t what, uint64_t lanes);

} // namespace cass
