// x as float or double as CUDA's __double2float_rd, __ll2double_ru and their like give it: rounded down (-1), toward zero
// (0) or up (1).
template <typename To, typename From, int direction>
__host__ __device__ inline To convert_rounded(From x) {
    To y = (To)x;
    int order;  // of x and y
    if ((From)0.5 != 0 || sizeof(From) < 8) {
        double rest = (double)x - (double)y;
        order = (rest > 0) - (rest < 0);
    } else if (y >= ((From)-1 < 0 ? (To)0x1p63 : (To)0x1p64)) {
        order = -1;
    } else {
        order = (x > (From)y) - (x < (From)y);
    }
    if (!(direction < 0 ? order < 0 : direction > 0 ? order > 0 : x > 0 ? order < 0 : order > 0)) return y;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &y, sizeof y);
    if (y == 0)
        bits = 1 | (order < 0 ? 1ull << (8 * sizeof(To) - 1) : 0);
    else
        bits += (order > 0) == (y > 0) ? 1 : -1;
    __builtin_memcpy(&y, &bits, sizeof y);
    return y;
}
