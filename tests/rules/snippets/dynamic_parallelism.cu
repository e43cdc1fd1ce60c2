// https://github.com/ROCm/hip/issues/3511 a kernel that starts kernels and waits for them
__global__ void leaf(int* p) { p[threadIdx.x]++; }
__global__ void tree(int* p, int depth) {
    if (depth == 0) return;
    leaf<<<1, 32>>>(p);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    tree<<<1, 1, 0, s>>>(p, depth - 1);
    cudaDeviceSynchronize();
}
