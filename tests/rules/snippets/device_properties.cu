// https://github.com/intel/llvm/issues/7681 properties of a device that HIP's structure does not have
#include <cstdio>
int main() {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d\n", p.deviceOverlap ? 1 : 0);
    printf("%d\n", p.maxThreadsPerBlock >= 1024 && p.concurrentKernels);
    int rate;
    cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0);
    if (p.major * 10 + p.minor < 35) printf("too old\n");
}
