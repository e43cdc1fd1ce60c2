// Threads of a warp that wait for a lock that another of them holds: as printed by an H200.
#include <cstdio>

__global__ void busy(int *lock, int *count) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    count[0] = count[0] + 1;
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void sleeping(int *lock, int *count) {
    for (int i = 0; i < 3; i++) {
        while (atomicCAS(lock, 0, 1) != 0) __nanosleep(10);
        __threadfence();
        count[0] = count[0] + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main() {
    int *device, host[4];
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    busy<<<2, 64>>>(device, device + 1);
    sleeping<<<2, 64>>>(device + 2, device + 3);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %s\n", host[0], host[1], host[2], host[3], cudaGetErrorName(cudaGetLastError()));
}
