// The pointer to a place in shared memory, as CUDA's __cvta_shared_to_generic.
__device__ inline void* shared_to_generic(__SIZE_TYPE__ place) {
    return (void*)(__attribute__((address_space(3))) char*)place;
}
