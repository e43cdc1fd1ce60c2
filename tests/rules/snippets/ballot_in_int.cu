// https://github.com/ORNL/HeCBench/issues/177 a ballot kept in an int, counted and shifted by lane
#include <cstdio>
static const int ws = 32;
__global__ void pack(const int* in, int* out, int* total) {
    int lane = threadIdx.x % ws, warp = threadIdx.x / ws;
    int v = in[threadIdx.x];
    int bal = __ballot_sync(~0, v > 4);
    int before = __popc(bal & ~(-1 << lane));
    if (v > 4) out[warp * ws + before] = v;
    if (lane == __ffs(bal) - 1) total[warp] = __popc(bal);
}
int main() {
    int h[128], r[128], t[4], *in, *out, *total;
    for (int i = 0; i < 128; i++) h[i] = (i * 7) % 11;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h), cudaMalloc(&total, sizeof t);
    cudaMemset(out, 0, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    pack<<<1, 128>>>(in, out, total);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost), cudaMemcpy(t, total, sizeof t, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) printf("%d ", r[i]);
    printf("| %d %d %d %d\n", t[0], t[1], t[2], t[3]);
}
