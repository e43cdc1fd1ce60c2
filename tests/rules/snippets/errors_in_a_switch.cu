// https://github.com/ROCm/hip/pull/1739 errors of both APIs in one switch, where HIP has one set
#include <cuda.h>
#include <cuda_runtime.h>
const char* name(int e) {
    switch (e) {
        case cudaSuccess: return "fine";
        case cudaErrorInvalidValue: return "value";
        case cudaErrorMemoryAllocation: return "memory";
        case cudaErrorIllegalAddress: return "address";
        case cudaErrorLaunchOutOfResources: return "resources";
        case cudaErrorInvalidConfiguration: return "configuration";
        case cudaErrorSynchronizationError: return "old";
    }
    return "other";
}
int code(CUresult r) {
    if (r == CUDA_ERROR_OUT_OF_MEMORY) return 2;
    return r == CUDA_ERROR_INVALID_PTX || r == CUDA_ERROR_NO_BINARY_FOR_GPU;
}
