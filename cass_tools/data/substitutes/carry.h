// PTX's carry flag of this thread, for chains that macros or functions take from one PTX statement to the next.
// The compiler keeps it in a register where it sees the whole chain.
__device__ inline bool& carry() {
    __shared__ bool flags[1024];
    return flags[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)];
}
