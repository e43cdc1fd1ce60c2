// How lifted code on a CPU speaks to the one who has loaded it.
#pragma once

#include "common.h"

struct Hooks {
  void (*print)(const char *text, u64 size, i32 is_error);
  // Does not return. `kind` is "assert".
  void (*stop)(const char *kind, const char *message);
};
