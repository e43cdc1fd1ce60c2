// The shared memory at a 32-bit address, which is what remains of a generic one in its low half.
template <typename T>
__device__ inline T* shared(unsigned address) {
    return (T*)(__attribute__((address_space(3))) T*)address;
}
