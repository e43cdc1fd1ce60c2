// Where hipFFT was before ROCm 5.
#pragma once
#include "hipfft/hipfft.h"
