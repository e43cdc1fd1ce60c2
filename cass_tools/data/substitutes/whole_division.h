// include: type_traits
// libcu++'s cuda::ceil_div, cuda::round_up and cuda::round_down, of a >= 0 and b > 0.
template <typename A, typename B>
__host__ __device__ constexpr std::common_type_t<A, B> ceil_div(A a, B b) {
    using common = std::common_type_t<A, B>;
    const common whole = static_cast<common>(a), part = static_cast<common>(b);
    return static_cast<common>(whole / part + (whole % part != 0));
}
template <typename A, typename B>
__host__ __device__ constexpr std::common_type_t<A, B> round_up(A a, B b) {
    using common = std::common_type_t<A, B>;
    return static_cast<common>(ceil_div(a, b) * static_cast<common>(b));
}
template <typename A, typename B>
__host__ __device__ constexpr std::common_type_t<A, B> round_down(A a, B b) {
    using common = std::common_type_t<A, B>;
    return static_cast<common>(static_cast<common>(a) / static_cast<common>(b) * static_cast<common>(b));
}
