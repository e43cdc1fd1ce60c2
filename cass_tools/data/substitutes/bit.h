// include: limits
// include: type_traits
// CUDA's <cuda/std/bit>, which C++ has since C++20 and C++23 only.
enum class endian { little, big, native = little };
template <typename To, typename From>
constexpr To bit_cast(const From& from) {
    return __builtin_bit_cast(To, from);
}
template <typename T>
constexpr int popcount(T x) {
    static_assert(std::is_unsigned_v<T>, "an unsigned integer");
    if constexpr (sizeof(T) > sizeof(int)) return __builtin_popcountll(x);
    else return __builtin_popcount(x);
}
template <typename T>
constexpr int countr_zero(T x) {
    static_assert(std::is_unsigned_v<T>, "an unsigned integer");
    if (x == 0) return std::numeric_limits<T>::digits;
    if constexpr (sizeof(T) > sizeof(int)) return __builtin_ctzll(x);
    else return __builtin_ctz(x);
}
template <typename T>
constexpr int countl_zero(T x) {
    static_assert(std::is_unsigned_v<T>, "an unsigned integer");
    constexpr int kDigits = std::numeric_limits<T>::digits;
    if (x == 0) return kDigits;
    if constexpr (sizeof(T) > sizeof(int)) return __builtin_clzll(x);
    else return __builtin_clz(x) - (32 - kDigits);
}
template <typename T>
constexpr int countl_one(T x) {
    return cass::countl_zero(static_cast<T>(~x));
}
template <typename T>
constexpr int countr_one(T x) {
    return cass::countr_zero(static_cast<T>(~x));
}
template <typename T>
constexpr bool has_single_bit(T x) {
    static_assert(std::is_unsigned_v<T>, "an unsigned integer");
    return x != 0 && (x & (x - 1)) == 0;
}
template <typename T>
constexpr int bit_width(T x) {
    return std::numeric_limits<T>::digits - cass::countl_zero(x);
}
template <typename T>
constexpr T bit_floor(T x) {
    return x == 0 ? T{0} : static_cast<T>(T{1} << (cass::bit_width(x) - 1));
}
template <typename T>
constexpr T bit_ceil(T x) {
    return x <= 1 ? T{1} : static_cast<T>(T{1} << cass::bit_width(static_cast<T>(x - 1)));
}
template <typename T>
constexpr T rotl(T x, int by) {
    static_assert(std::is_unsigned_v<T>, "an unsigned integer");
    constexpr unsigned kDigits = std::numeric_limits<T>::digits;
    const unsigned left = static_cast<unsigned>(by) % kDigits;
    return left == 0 ? x : static_cast<T>((x << left) | (x >> (kDigits - left)));
}
template <typename T>
constexpr T rotr(T x, int by) {
    return cass::rotl(x, -by);
}
template <typename T>
constexpr T byteswap(T x) {
    static_assert(std::is_integral_v<T>, "an integer");
    if constexpr (sizeof(T) == 8) return static_cast<T>(__builtin_bswap64(x));
    else if constexpr (sizeof(T) == 4) return static_cast<T>(__builtin_bswap32(x));
    else if constexpr (sizeof(T) == 2) return static_cast<T>(__builtin_bswap16(x));
    else return x;
}
