// Instructions that work across the 32 lanes of a warp, and the registers that number them.
__global__ void __launch_bounds__(128) registers(unsigned *a, unsigned *b, unsigned *c, unsigned *d, unsigned *e, unsigned *f,
                                                 unsigned *g, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane, warp, eq, lt, le, ge, gt, x;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm volatile("mov.u32 %0, %lanemask_ge;" : "=r"(ge));
    asm volatile("mov.u32 %0, %lanemask_gt;" : "=r"(gt));
    asm("{ .reg .u32 t, u; mov.u32 t, %%ctaid.x; mov.u32 u, %%ntid.x; mad.lo.u32 %0, t, u, 0; mov.u32 t, %%tid.x; add.u32 %0, %0, t; add.u32 %0, %0, WARP_SZ; }"
        : "=r"(x));
    unsigned grid;
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(grid));
    if (i >= n) return;
    a[i] = lane + 100 * (warp % 4);
    b[i] = eq;
    c[i] = lt;
    d[i] = le;
    e[i] = ge;
    f[i] = gt;
    g[i] = x + grid;
}
__global__ void __launch_bounds__(128) shuffles(const float *in, float *out, unsigned *words, unsigned *inside, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i < n ? i : 0], w, x;
    unsigned u = (unsigned)(i * 7919), r, s, p, q, k = (unsigned)i * 13 & 31;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 0x1, 0x1f, 0xffffffff;" : "=f"(w) : "f"(v));
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(x) : "f"(v), "r"(3));
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0x0, 0xffffffff;" : "=r"(r) : "r"(u), "r"(k));
    asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, %3, 0x1f, -1; selp.u32 %1, 1, 0, p; }"
                 : "=r"(s), "=r"(p)
                 : "r"(u), "r"(k));
    unsigned t, y;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 5, 0x1800, -1; @!p mov.u32 %0, 77; selp.u32 %1, 2, 0, p; }"
                 : "=r"(t), "=r"(q)
                 : "r"(u));
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 9, 0x101f, -1; @p add.u32 %0, %0, %1; }" : "=r"(y) : "r"(u));
    unsigned z, in_segment;
    asm volatile("{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %2, 20, 0x101f, -1; selp.u32 %1, 4, 0, p; }"
                 : "=r"(z), "=r"(in_segment)
                 : "r"(u));
    if (i < n) {
        out[i] = w + 2 * x;
        words[i] = r + 3 * s + 5 * t + 7 * y + (in_segment ? z : 0);
        inside[i] = p + q + in_segment;
    }
}
__global__ void __launch_bounds__(128) votes(const int *in, unsigned *ballots, unsigned *others, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    unsigned b, c, any, all, uni, some;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 4; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(b) : "r"(v));
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 4; vote.sync.ballot.b32 %0, !p, -1; }" : "=r"(c) : "r"(v));
    asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 15; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
                 : "=r"(any)
                 : "r"(v));
    asm volatile("{ .reg .pred p, q; setp.ge.s32 p, %1, 1; vote.sync.all.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
                 : "=r"(all)
                 : "r"(v));
    asm volatile("{ .reg .pred p, q; setp.ge.s32 p, %1, 0; vote.sync.uni.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
                 : "=r"(uni)
                 : "r"(v));
    if (i % 32 < 9)
        asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 14; vote.sync.any.pred q, p, %2; selp.u32 %0, 1, 0, q; }"
                     : "=r"(some)
                     : "r"(v), "r"(0x1ff));
    else
        asm volatile("activemask.b32 %0;" : "=r"(some));
    if (i < n) {
        ballots[i] = b ^ c * 3;
        others[i] = any + 2 * all + 4 * uni + 8 * some;
    }
}
__global__ void __launch_bounds__(128) matches(const int *in, unsigned *same, unsigned *all, unsigned *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 3;
    unsigned m, w, x, p, least, most, both;
    int low;
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(m) : "r"(v & 3));
    asm volatile("match.any.sync.b64 %0, %1, -1;" : "=r"(w) : "l"((long long)v << 33));
    asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                 : "=r"(x), "=r"(p)
                 : "r"(i / 64));
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(both) : "r"(v * 3));
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(v));
    asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(low) : "r"(v - 5));
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(v & 9));
    if (i < n) {
        same[i] = m + 3 * w;
        all[i] = x + p;
        sums[i] = both + 5 * most + 7 * low + 11 * least;
    }
}
__global__ void __launch_bounds__(128) clocks(unsigned *moved, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long t, u, v;
    unsigned low, high, ticks, ticks_high;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(low)::"memory");
    asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(high)::"memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(v)::"memory");
    asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
    asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(ticks_high)::"memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(u)::"memory");
    if (i < n) moved[i] = (u >= t) + 2 * (t != 0) + 4 * (low - (unsigned)t < 1u << 31) + 8 * (high >= t >> 32) + 16 * (ticks - (unsigned)v < 1u << 31) + 32 * (ticks_high >= v >> 32);
}
