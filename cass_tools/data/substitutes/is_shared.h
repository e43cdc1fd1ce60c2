// Whether a generic address is in shared memory.
__device__ inline bool is_shared(const void* address) {
    return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)address);
}
