// NVML for untranslated sources is that for translated ones.
#pragma once
#include "../hip_compat/nvml.h"
