// 1 in each half of the pair where the numbers compare as asked, else 0, for CUDA's __hltu2 and its like.
template <bool less, bool equal, bool greater, bool unordered, typename T>
__host__ __device__ inline T half2_compare(T a, T b) {
    float x = __low2float(a), y = __low2float(b), z = __high2float(a), w = __high2float(b);
    a.x = decltype(a.x)((x < y ? less : x == y ? equal : x > y ? greater : unordered) ? 1.0f : 0.0f);
    a.y = decltype(a.y)((z < w ? less : z == w ? equal : z > w ? greater : unordered) ? 1.0f : 0.0f);
    return a;
}
