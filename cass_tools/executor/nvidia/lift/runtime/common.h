// Types, and what every platform's runtime shares.
#pragma once

typedef unsigned u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

#define NV extern "C" __attribute__((always_inline))
