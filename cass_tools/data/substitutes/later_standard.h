// include: array
// include: cstddef
// include: iterator
// include: limits
// include: type_traits
// include: utility
// What CUDA's cuda::std has for C++17, and C++ itself since C++20 or C++23 only.
template <typename T>
struct remove_cvref {
    using type = std::remove_cv_t<std::remove_reference_t<T>>;
};
template <typename T>
using remove_cvref_t = typename remove_cvref<T>::type;
template <typename T>
struct type_identity {
    using type = T;
};
template <typename T>
using type_identity_t = typename type_identity<T>::type;
template <typename T>
constexpr std::underlying_type_t<T> to_underlying(T value) {
    return static_cast<std::underlying_type_t<T>>(value);
}
template <typename = void>
[[noreturn]] constexpr void unreachable() { __builtin_unreachable(); }
template <typename T, typename U>
constexpr bool cmp_less(T a, U b) {
    if constexpr (std::is_signed_v<T> == std::is_signed_v<U>) return a < b;
    else if constexpr (std::is_signed_v<T>) return a < 0 || std::make_unsigned_t<T>(a) < b;
    else return b >= 0 && a < std::make_unsigned_t<U>(b);
}
template <typename T, typename U>
constexpr bool cmp_greater(T a, U b) {
    return cass::cmp_less(b, a);
}
template <typename T, typename U>
constexpr bool cmp_less_equal(T a, U b) {
    return !cass::cmp_less(b, a);
}
template <typename T, typename U>
constexpr bool cmp_greater_equal(T a, U b) {
    return !cass::cmp_less(a, b);
}
template <typename T, typename U>
constexpr bool cmp_equal(T a, U b) {
    return !cass::cmp_less(a, b) && !cass::cmp_less(b, a);
}
template <typename T, typename U>
constexpr bool cmp_not_equal(T a, U b) {
    return !cass::cmp_equal(a, b);
}
template <typename R, typename T>
constexpr bool in_range(T value) {
    return !cass::cmp_less(value, std::numeric_limits<R>::min()) &&
           !cass::cmp_less(std::numeric_limits<R>::max(), value);
}
template <typename T>
constexpr T midpoint(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return a > b ? static_cast<T>(a - static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b)) / 2))
                     : static_cast<T>(a + static_cast<T>(static_cast<U>(static_cast<U>(b) - static_cast<U>(a)) / 2));
    } else {
        constexpr T kLow = std::numeric_limits<T>::min() * 2, kHigh = std::numeric_limits<T>::max() / 2;
        const T x = a < 0 ? -a : a, y = b < 0 ? -b : b;
        if (x <= kHigh && y <= kHigh) return (a + b) / 2;
        return x < kLow ? a + b / 2 : y < kLow ? a / 2 + b : a / 2 + b / 2;
    }
}
template <typename T>
constexpr T* midpoint(T* a, T* b) {
    return a + (b - a) / 2;
}
template <typename C>
constexpr std::ptrdiff_t ssize(const C& of) {
    return static_cast<std::ptrdiff_t>(of.size());
}
template <typename T, std::ptrdiff_t N>
constexpr std::ptrdiff_t ssize(const T (&)[N]) {
    return N;
}
template <typename T, std::size_t N, std::size_t... I>
constexpr std::array<std::remove_cv_t<T>, N> to_array_of(T (&of)[N], std::index_sequence<I...>) {
    return {{of[I]...}};
}
template <typename T, std::size_t N>
constexpr std::array<std::remove_cv_t<T>, N> to_array(T (&of)[N]) {
    return cass::to_array_of(of, std::make_index_sequence<N>{});
}
template <typename T, std::size_t N>
constexpr std::array<std::remove_cv_t<T>, N> to_array(T (&&of)[N]) {
    return cass::to_array_of(of, std::make_index_sequence<N>{});
}
template <typename T>
constexpr T* to_address(T* p) {
    return p;
}
template <std::size_t N, typename T>
constexpr T* assume_aligned(T* p) {
    return static_cast<T*>(__builtin_assume_aligned(p, N));
}
template <typename T>
constexpr T lerp(T a, T b, T t) {
    static_assert(std::is_floating_point_v<T>, "a floating-point number");
    if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return t * b + (1 - t) * a;
    if (t == 1) return b;
    const T x = a + t * (b - a);
    return (t > 1) == (b > a) ? (b < x ? x : b) : (x < b ? x : b);
}
