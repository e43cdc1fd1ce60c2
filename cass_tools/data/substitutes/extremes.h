// include: cmath
// include: type_traits
// libcu++'s cuda::maximum and cuda::minimum: function objects, of numbers with a fraction as fmax and fmin.
template <typename A, typename B>
using common_of = std::common_type_t<A, B>;
template <typename T = void>
struct maximum_of {
    __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_floating_point_v<T>) return fmax(a, b);
        else return a < b ? b : a;
    }
};
template <>
struct maximum_of<void> {
    template <typename A, typename B>
    __host__ __device__ constexpr common_of<A, B> operator()(const A& a, const B& b) const {
        return maximum_of<common_of<A, B>>()(a, b);
    }
};
template <typename T = void>
struct minimum_of {
    __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_floating_point_v<T>) return fmin(a, b);
        else return b < a ? b : a;
    }
};
template <>
struct minimum_of<void> {
    template <typename A, typename B>
    __host__ __device__ constexpr common_of<A, B> operator()(const A& a, const B& b) const {
        return minimum_of<common_of<A, B>>()(a, b);
    }
};
