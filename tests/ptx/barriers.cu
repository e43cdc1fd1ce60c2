// Barriers of blocks and of warps, and fences.
__global__ void __launch_bounds__(128) whole(const int *in, int *out, int *counts, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, count, any;
    int v = i < n ? in[i] : 0;
    s[t] = v;
    asm volatile("barrier.sync 0;" ::: "memory");
    int w = s[127 - t];
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 7; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(v));
    asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 9; bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }" : "=r"(any) : "r"(v));
    s[t] = w * 3;
    asm volatile("fence.acq_rel.cta;" ::: "memory");
    asm volatile("membar.cta;" ::: "memory");
    asm volatile("fence.sc.gpu;" ::: "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    if (i < n) {
        out[i] = w + s[t ^ 64];
        counts[i] = count + 1000 * any;
    }
}
__global__ void __launch_bounds__(128) warps(const int *in, int *out, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    int v = s[t ^ 31];
    asm volatile("bar.warp.sync %0;" ::"r"(-1) : "memory");
    if (i < n) out[i] = v;
}
