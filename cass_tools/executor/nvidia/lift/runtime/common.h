// Types, and what every platform's runtime shares.
#pragma once

typedef unsigned u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

#define NV extern "C" __attribute__((always_inline))

// What the platform has for the lanes of a warp (lanes.h says more).
NV u32 nv_lane(void);
NV u32 nv_ballot(u32 is_true);
NV u32 nv_from_lane(u32 value, u32 lane);
NV u32 nv_broadcast(u32 value, u32 lane);
