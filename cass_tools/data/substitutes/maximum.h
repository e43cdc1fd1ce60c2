// include: cmath
// include: type_traits
// The greater of two numbers in the type that both are converted to, as CUDA's max gives it on both sides.
template <typename A, typename B>
__host__ __device__ inline auto maximum(A a, B b) {
    using Common = decltype(true ? A() : B());
    if (std::is_floating_point<Common>::value) return Common(fmax(double(a), double(b)));
    return Common(a) > Common(b) ? Common(a) : Common(b);
}
