// include: array
// include: cstddef
// include: iterator
// include: type_traits
// CUDA's cuda::std::span, which C++ has since C++20 only: a pointer and a size, without bounds checks. Clang takes
// deduction guides for the host's if nothing is said.
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);
template <typename T, std::size_t Extent = dynamic_extent>
class span;
template <typename T, std::size_t Extent>
struct span_storage {
    T* data = nullptr;
    static constexpr std::size_t size = Extent;
    constexpr span_storage() = default;
    constexpr span_storage(T* first, std::size_t) : data(first) {}
};
template <typename T>
struct span_storage<T, dynamic_extent> {
    T* data = nullptr;
    std::size_t size = 0;
    constexpr span_storage() = default;
    constexpr span_storage(T* first, std::size_t count) : data(first), size(count) {}
};
template <typename C, typename T>
using span_source = std::enable_if_t<
    std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<C&>()))> (*)[], T (*)[]> &&
    std::is_convertible_v<decltype(std::size(std::declval<C&>())), std::size_t>>;
template <typename T, std::size_t Extent>
class span {
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using const_pointer = const T*;
    using reference = T&;
    using const_reference = const T&;
    using iterator = T*;
    using reverse_iterator = std::reverse_iterator<T*>;
    static constexpr size_type extent = Extent;

    template <std::size_t E = Extent, typename = std::enable_if_t<E == 0 || E == dynamic_extent>>
    constexpr span() {}
    constexpr span(T* first, size_type count) : of_(first, count) {}
    constexpr span(T* first, T* last) : of_(first, static_cast<size_type>(last - first)) {}
    template <std::size_t N, typename = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
    constexpr span(T (&array)[N]) : of_(array, N) {}
    template <typename C, typename = span_source<C, T>, typename = std::enable_if_t<!std::is_array_v<C>>>
    constexpr span(C& source) : of_(std::data(source), std::size(source)) {}
    template <typename C, typename = span_source<const C, T>, typename = std::enable_if_t<!std::is_array_v<C>>>
    constexpr span(const C& source) : of_(std::data(source), std::size(source)) {}

    constexpr iterator begin() const { return of_.data; }
    constexpr iterator end() const { return of_.data + of_.size; }
    constexpr reverse_iterator rbegin() const { return reverse_iterator(end()); }
    constexpr reverse_iterator rend() const { return reverse_iterator(begin()); }
    constexpr reference operator[](size_type i) const { return of_.data[i]; }
    constexpr reference front() const { return of_.data[0]; }
    constexpr reference back() const { return of_.data[of_.size - 1]; }
    constexpr pointer data() const { return of_.data; }
    constexpr size_type size() const { return of_.size; }
    constexpr size_type size_bytes() const { return of_.size * sizeof(T); }
    constexpr bool empty() const { return of_.size == 0; }

    template <std::size_t N>
    constexpr span<T, N> first() const {
        return {of_.data, N};
    }
    template <std::size_t N>
    constexpr span<T, N> last() const {
        return {end() - N, N};
    }
    template <std::size_t At, std::size_t N = dynamic_extent>
    constexpr auto subspan() const {
        constexpr std::size_t kRest = Extent == dynamic_extent ? dynamic_extent : Extent - At;
        constexpr std::size_t kCount = N == dynamic_extent ? kRest : N;
        return span<T, kCount>(of_.data + At, N == dynamic_extent ? size() - At : N);
    }
    constexpr span<T> first(size_type count) const { return {of_.data, count}; }
    constexpr span<T> last(size_type count) const { return {end() - count, count}; }
    constexpr span<T> subspan(size_type at, size_type count = dynamic_extent) const {
        return {of_.data + at, count == dynamic_extent ? size() - at : count};
    }

  private:
    span_storage<T, Extent> of_;
};
template <typename T>
__host__ __device__ span(T*, std::size_t) -> span<T>;
template <typename T>
__host__ __device__ span(T*, T*) -> span<T>;
template <typename T, std::size_t N>
__host__ __device__ span(T (&)[N]) -> span<T, N>;
template <typename T, std::size_t N>
__host__ __device__ span(std::array<T, N>&) -> span<T, N>;
template <typename T, std::size_t N>
__host__ __device__ span(const std::array<T, N>&) -> span<const T, N>;
template <typename C>
__host__ __device__ span(C&) -> span<std::remove_pointer_t<decltype(std::data(std::declval<C&>()))>>;
template <typename T, std::size_t N>
constexpr auto as_bytes(span<T, N> of) {
    return span<const std::byte, N == dynamic_extent ? N : N * sizeof(T)>(
        reinterpret_cast<const std::byte*>(of.data()), of.size_bytes());
}
template <typename T, std::size_t N>
constexpr auto as_writable_bytes(span<T, N> of) {
    return span<std::byte, N == dynamic_extent ? N : N * sizeof(T)>(
        reinterpret_cast<std::byte*>(of.data()), of.size_bytes());
}
