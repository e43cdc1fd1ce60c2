// https://github.com/ofiwg/libfabric/pull/5943 CUDA's library opened, its functions looked up by name
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
typedef CUresult (*Init)(unsigned);
bool start() {
    void* lib = dlopen("libcuda.so.1", RTLD_NOW);
    if (!lib) return false;
    Init init = (Init)dlsym(lib, "cuInit");
    void* rt = dlopen("libcudart.so", RTLD_LAZY | RTLD_GLOBAL);
    auto copy = (cudaError_t(*)(void*, const void*, size_t, cudaMemcpyKind))dlsym(rt, "cudaMemcpy");
    return init && copy && init(0) == CUDA_SUCCESS;
}
