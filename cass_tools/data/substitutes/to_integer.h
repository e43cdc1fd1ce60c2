// A whole number as an integer, held to its range; NaN as NVIDIA GPUs have it.
template <typename T, typename F>
__device__ inline T to_integer(F whole) {
    const bool is_signed = (T)-1 < (T)0;
    const T top = (T)(1ull << (sizeof(T) * 8 - 1));  // the highest bit alone
    const F limit = (F)(1ull << (sizeof(T) * 8 - 1)) * (is_signed ? 1 : 2);
    if (whole != whole) return sizeof(T) == 8 || sizeof(F) == 8 ? top : (T)0;
    if (whole >= limit) return is_signed ? (T)~top : (T)-1;
    if (whole < (is_signed ? -limit : (F)0)) return is_signed ? top : (T)0;
    return (T)whole;
}
