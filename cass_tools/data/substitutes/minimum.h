// include: cmath
// include: type_traits
// The smaller of two numbers in the type that both are converted to, as CUDA's min gives it on both sides.
template <typename A, typename B>
__host__ __device__ inline auto minimum(A a, B b) {
    using Common = decltype(true ? A() : B());
    if (std::is_floating_point<Common>::value) return Common(fmin(double(a), double(b)));
    return Common(a) < Common(b) ? Common(a) : Common(b);
}
