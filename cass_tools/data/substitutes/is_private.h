// Whether a generic address is in the private memory.
__device__ inline bool is_private(const void* address) {
    return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)address);
}
