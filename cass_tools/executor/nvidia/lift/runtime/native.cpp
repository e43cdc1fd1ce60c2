// The runtime of lifted code on a CPU: what one thread does by itself.
#include "atomics.h"
#include "convert.h"
#include "copies.h"
#include "half.h"
#include "minimum.h"
#include "rounding.h"
#include "transcendental.h"
#include "wide.h"
