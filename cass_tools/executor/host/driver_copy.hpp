// The driver interface's description of a copy in three dimensions, as HIP 6 lays it out.
#pragma once

#include "copying.hpp"

namespace cass {

template <typename Number> struct DriverSide {
  Number x, y, z, level;
  int type;
  const void *host;
  void *device;
  hipArray_t array;
  Number pitch, height;
};

template <typename Number> struct DriverCopy {
  DriverSide<Number> source, target;
  Number width, height, depth;
};

} // namespace cass

using HIP_MEMCPY3D = cass::DriverCopy<size_t>;

namespace cass {

// A description in the layout of the program's HIP version: the numbers became wider with HIP 6.
HIP_MEMCPY3D driver_copy(const void *description);

// The same into the program's memory.
void put_driver_copy(const HIP_MEMCPY3D &copy, void *description);

struct PlacedCopy {
  Place to, from;
  Box box;
};

// What a description stands for, and whether it can be done.
hipError_t place(const HIP_MEMCPY3D &copy, PlacedCopy &placed);

} // namespace cass
