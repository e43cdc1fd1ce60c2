// https://github.com/ROCm/rocm-systems/pull/6308 what kind of memory a pointer is of, a plain host pointer among them
#include <cstdio>
#include <cstdlib>
const char* kind(const void* p) {
    cudaPointerAttributes a;
    if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
        cudaGetLastError();
        return "error";
    }
    switch (a.type) {
        case cudaMemoryTypeDevice: return "device";
        case cudaMemoryTypeHost: return "host";
        case cudaMemoryTypeManaged: return "managed";
        case cudaMemoryTypeUnregistered: return "unregistered";
    }
    return "?";
}
int main() {
    int *d, *m, *h, *p = (int*)malloc(4);
    cudaMalloc(&d, 4), cudaMallocManaged(&m, 4), cudaMallocHost(&h, 4);
    printf("%s %s %s %s\n", kind(d), kind(m), kind(h), kind(p));
}
