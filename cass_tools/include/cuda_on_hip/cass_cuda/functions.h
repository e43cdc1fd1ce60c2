// Device functions of CUDA that HIP has not, or has under another name.
#pragma once

#include <cass/coordinates.h>
#include <cass/lanes.h>

CASS_DEVICE void __nanosleep(unsigned) { __builtin_amdgcn_s_sleep(1); }
CASS_DEVICE void __trap() { __builtin_trap(); }
CASS_DEVICE void __brkpt() { __builtin_trap(); }
CASS_DEVICE void __prof_trigger(int) {}
// HIP has two of them, for int64_t and uint64_t, between which a long long cannot choose.
CASS_DEVICE int cass_ffsll(long long word) { return __builtin_ffsll(word); }
#define __ffsll cass_ffsll
CASS_DEVICE size_t __cvta_generic_to_global(const void *p) { return size_t(p); }
CASS_DEVICE void *__cvta_global_to_generic(size_t place) { return reinterpret_cast<void *>(place); }
// No scope here is narrower than the device, and nothing outside of it is running.
#define atomicAdd_block atomicAdd
#define atomicAnd_block atomicAnd
#define atomicCAS_block atomicCAS
#define atomicDec_block atomicDec
#define atomicExch_block atomicExch
#define atomicInc_block atomicInc
#define atomicMax_block atomicMax
#define atomicMin_block atomicMin
#define atomicOr_block atomicOr
#define atomicSub_block atomicSub
#define atomicXor_block atomicXor
#define atomicInc_system atomicInc
#define atomicDec_system atomicDec
