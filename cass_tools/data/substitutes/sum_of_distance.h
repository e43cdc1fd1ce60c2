// |a - b| + c, as CUDA's __sad; the difference may be larger than an int.
__device__ inline unsigned sum_of_distance(int a, int b, unsigned c) {
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
