// The types of hipFFT that kernels take, for drivers of kernels on machines without the library.
#pragma once
#include <hip/hip_complex.h>
typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
