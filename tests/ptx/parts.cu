// Barriers of parts of a block; a program, since checks of races know only barriers of whole blocks.
#include <cstdio>
__global__ void __launch_bounds__(128) parts(const int *in, int *out, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, r = 0;
    s[t] = i < n ? in[i] : 0;
    if (t < 64) {
        for (int k = 0; k < 3; ++k) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            r += s[63 - t];
            asm volatile("bar.sync 1, 64;" ::: "memory");
            s[t] += k;
        }
    } else {
        asm volatile("bar.sync %0, %1;" ::"r"(2), "r"(64) : "memory");
        r = s[191 - t] * 2;
    }
    if (i < n) out[i] = r;
}
__global__ void __launch_bounds__(128) hand_over(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t >= 64) {
        s[t - 64] = i < n ? in[i] : 0;
        asm volatile("bar.arrive 3, 128;" ::: "memory");
        if (i < n) out[i] = 1;
    } else {
        asm volatile("bar.sync 3, 128;" ::: "memory");
        if (i < n) out[i] = s[63 - t];
    }
}
int main() {
    const int n = 512;
    int in[n], out[2][n], *from, *to;
    for (int i = 0; i < n; ++i) in[i] = i * 37 % 101;
    cudaMalloc(&from, sizeof in);
    cudaMalloc(&to, sizeof in);
    cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
    parts<<<4, 128>>>(from, to, n);
    cudaMemcpy(out[0], to, sizeof in, cudaMemcpyDeviceToHost);
    hand_over<<<4, 128>>>(from, to, n);
    cudaMemcpy(out[1], to, sizeof in, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d %d\n", out[0][i], out[1][i]);
    return cudaGetLastError() != cudaSuccess;
}
