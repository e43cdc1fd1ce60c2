// Whether a generic pointer is to global memory, as CUDA's __isGlobal.
__device__ inline unsigned is_global(const void* p) {
    return !__builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)p) &&
           !__builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)p);
}
