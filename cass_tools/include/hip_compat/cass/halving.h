// Sums of two integers, halved without overflow, as HIP has them from 6.3 on.
#pragma once

#include "lanes.h"

CASS_DEVICE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
CASS_DEVICE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
CASS_DEVICE unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
CASS_DEVICE unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
