// Whether a generic pointer is to private memory, as CUDA's __isLocal.
__device__ inline unsigned is_private(const void* p) {
    return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)p);
}
