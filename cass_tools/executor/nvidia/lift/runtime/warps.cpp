// The runtime of lifted code on a CPU: what threads do together, on what threads.cpp gives them.
#include "barriers.h"
#include "clusters.h"
#include "lanes.h"
#include "matrix.h"
