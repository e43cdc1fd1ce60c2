// Memory is ordered among the lanes of a wavefront, as CUDA's __syncwarp does; HIP has that since ROCm 7.0.
__device__ inline void syncwarp() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
