"""Names that libcu++ has for C++17 and C++ itself has later: what stands in for them, or which C++ they need."""

SPAN = frozenset(b"span dynamic_extent as_bytes as_writable_bytes".split())
BIT = frozenset(
    b"bit_cast popcount countl_zero countl_one countr_zero countr_one has_single_bit bit_ceil bit_floor bit_width rotl"
    b" rotr endian byteswap".split()
)
LATER = frozenset(
    b"remove_cvref remove_cvref_t type_identity type_identity_t to_underlying unreachable cmp_less cmp_greater"
    b" cmp_less_equal cmp_greater_equal cmp_equal cmp_not_equal in_range midpoint lerp ssize to_array to_address"
    b" assume_aligned".split()
)
SUBSTITUTES = {
    **dict.fromkeys(SPAN, "span"),
    **dict.fromkeys(BIT, "bit"),
    **dict.fromkeys(LATER, "later_standard"),
    b"numbers": "numbers",
}
"""A name -> the substitute that declares it in `cass`."""

HEADERS = frozenset({b"span", b"bit", b"numbers"})
"""Headers all of whose names have a substitute."""

_CONCEPTS = (
    b"same_as derived_from convertible_to common_reference_with common_with integral signed_integral unsigned_integral"
    b" floating_point assignable_from swappable swappable_with destructible constructible_from default_initializable"
    b" move_constructible copy_constructible equality_comparable equality_comparable_with totally_ordered"
    b" totally_ordered_with movable copyable semiregular regular invocable regular_invocable predicate relation"
    b" equivalence_relation strict_weak_order concepts".split()
)
_MDSPAN = b"mdspan extents dextents layout_left layout_right layout_stride default_accessor".split()
ABSENT = frozenset({*_MDSPAN, b"inplace_vector"})
"""Names that libstdc++ 14 has for no C++."""

NEEDED = {
    **dict.fromkeys(_CONCEPTS, "C++20"),
    **dict.fromkeys((b"source_location", b"ranges", b"common_reference", b"common_reference_t"), "C++20"),
    **dict.fromkeys((b"expected", b"unexpected", b"unexpect", b"unexpect_t", b"bad_expected_access"), "C++23"),
    **dict.fromkeys(_MDSPAN, "C++23"),
    b"inplace_vector": "C++26",
}
"""A name without one -> the C++ that has it."""
