// https://github.com/ROCm/hip/pull/1916 a grid as large as fits, waiting for all of it inside the kernel
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void relay(int* p, int n) {
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) p[blockIdx.x] = blockIdx.x + 1;
    grid.sync();
    if (grid.thread_rank() == 0) {
        int s = 0;
        for (int i = 0; i < n; i++) s += p[i];
        p[n] = s;
    }
}
int main() {
    int perSM = 0, n = 4, h, *d;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, relay, 64, 0);
    if (!prop.cooperativeLaunch || perSM * prop.multiProcessorCount < n) return printf("too small\n"), 1;
    cudaMalloc(&d, 5 * sizeof(int));
    void* args[] = {&d, &n};
    cudaLaunchCooperativeKernel((void*)relay, n, 64, args, 0, 0);
    cudaMemcpy(&h, d + n, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
