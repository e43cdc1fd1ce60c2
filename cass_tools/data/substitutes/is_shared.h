// Whether a generic pointer is to shared memory, as CUDA's __isShared.
__device__ inline unsigned is_shared(const void* p) {
    return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)p);
}
