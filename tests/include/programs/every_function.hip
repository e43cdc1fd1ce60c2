// Every device function of HIP's headers that is no template becomes code, as all of them are
// marked as used. What comes before the mark cannot bear it, or is no part of HIP.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <hip/hip_runtime_api.h>

#ifdef __HIP_DEVICE_COMPILE__ // on the host, functions for both sides would miss the device libraries
#undef __device__
#define __device__ __attribute__((device, used))
#endif

#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

int main() {}
