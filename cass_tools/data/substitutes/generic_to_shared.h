// Where in shared memory a pointer leads, as CUDA's __cvta_generic_to_shared.
__device__ inline __SIZE_TYPE__ generic_to_shared(const void* p) {
    return (__SIZE_TYPE__)(const __attribute__((address_space(3))) char*)p;
}
