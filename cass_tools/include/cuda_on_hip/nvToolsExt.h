// The place of NVTX before version 3.
#pragma once
#include "nvtx3/nvToolsExt.h"
