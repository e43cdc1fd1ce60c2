// Clusters of blocks: where a block is in its own, and the barrier of all its threads.
#pragma once

#include "common.h"

// The shared memories of a cluster's blocks lie so far apart, in one window of 4 GiB.
enum : u64 { CLUSTER_STRIDE = 1 << 24, CLUSTER_BARRIER = CLUSTER_STRIDE - 64 };

NV u32 nv_cluster_size(u32 axis);
NV u32 nv_is_clustered(void);
NV u32 nv_cluster_rank(void);
NV u64 nv_shared_window(void);
