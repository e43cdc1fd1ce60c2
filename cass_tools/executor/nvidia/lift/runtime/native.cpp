// The runtime of lifted code on a CPU: what one thread does by itself.
#include "rounding.h"
