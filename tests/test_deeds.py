"""What was done on the GPU, original against candidate, by values alone."""

from cass_tools.alignment import aligned
from cass_tools.deeds import Deeds, Launch, Memory, different, read, started, undone

SUMMARY = "{digest} {digest} 1 1 0 0" + " 0 0 0" * 6


def did(number: int, kernel: str, changed: str = "") -> dict[str, str]:
    return {
        "kind": "did",
        "number": str(number),
        "kernel": kernel,
        "grid": "1,1,1",
        "block": "32,1,1",
        "changed": changed,
    }


def saw(when: str, digest: str, memory: str = "2 64 0 -") -> dict[str, str]:
    return {"kind": when, "memory": memory, "offset": "0", "bytes": "64", "content": SUMMARY.format(digest=digest)}


END = {"kind": "end", "launches": "1"}
WROTE = "2 64 0 - aaaa"
ORIGINAL = read([did(1, "scale(float*)", WROTE), saw("read", "a"), saw("freed", "a"), END])


def said(*entries: dict[str, str], original: Deeds = ORIGINAL, known: frozenset[str] = frozenset()) -> list[str]:
    return list(undone(original, read(entries), lambda: known))


def test_names_and_libraries() -> None:
    def launch(kernel: str) -> Launch:
        return Launch(1, kernel, "", "", ())

    assert launch("void (anonymous namespace)::scale<float, (int)3>(float*, int)").name == "scale"
    assert launch("scale").name == "scale"
    assert launch("void a::b<c::d<int>>::run<main::{lambda(int)#1}>(x<int>)").name == "run"
    assert launch("_Z3mapIiTnPFT_S0_EXadL_Z2sqiEEEvPS0_i").name == "map"  # map<int, sq> as clang 19 has it
    assert launch("_ZN12_GLOBAL__N_12ns5applyIiTnPFT_S2_EXadL_Z2sqiEEEvPS2_").name == "apply"
    assert launch("_ZN3cub4onceIiTnPFT_S1_EXadL_Z2sqiEEEvPS1_").is_library
    assert launch("_ZL3mapIiTnPFT_S0_EXadL_Z2sqiEEEvPS0_i").name == "map"  # static
    assert launch("_ZN2nsL3mapIiTnPFT_S1_EXadL_Z2sqiEEEvPS1_i").name == "map"
    assert launch("_Z").name == "_Z"
    assert launch("_Z" + "1" * 5000).name == "_Z" + "1" * 5000
    assert launch("void cub::CUB_200_NS::DeviceReduceKernel<int>(int*)").is_library
    assert launch("void rocprim::detail::kernel<int>(int*)").is_library
    assert not launch("void mine<thrust::plus<int>>(int*)").is_library


def test_the_same_deeds_are_enough() -> None:
    assert said(did(1, "scale(float*)", WROTE), saw("read", "a"), saw("freed", "a"), END) == []


def test_lines_become_values() -> None:
    assert ORIGINAL.launches[0].changed == ((Memory(2, 64, "0"), "aaaa"),)
    assert ORIGINAL.ended
    assert read([did(1, "k", "?")]).launches[0].changed is None
    assert str(Memory(0, 4, "4", "total")) == "variable total"
    assert str(Memory(2, 1024, "2")) == "managed allocation 2 (1,024 bytes)"


def test_nothing_is_written_behind_the_end_of_memory() -> None:
    right = (did(1, "scale(float*)", WROTE), saw("read", "a"), saw("freed", "a"), END)
    beyond = {"kind": "beyond", "memory": "2 64 0 -", "kernel": "scale(float*)", "offset": "68"}
    shared = {"kind": "beyond", "memory": "0 128 shared -", "kernel": "scale(float*)", "offset": "128"}
    one = "kernel scale(float*) wrote behind the end of allocation 2 (64 bytes), at byte 68"
    other = "kernel scale(float*) wrote behind the end of a workgroup's shared memory (128 bytes), at byte 128"
    assert said(*right, beyond, shared) == [one, other]
    assert said(*right, beyond, shared, original=read([*right, beyond])) == [other]
    assert said(*right, beyond, shared, original=read([*right, shared])) == [one]
    [unknown] = said(*right, beyond | {"kernel": ""})
    assert unknown.startswith("something was written behind the end of allocation 2 (64 bytes)")


def test_writes_behind_the_end_are_of_the_allocation_that_the_original_has() -> None:
    theirs = read([did(1, "scale(float*)", "1 64 0 - a"), END])
    beyond = {"kind": "beyond", "memory": "2 64 0 -", "kernel": "scale(float*)", "offset": "64"}
    ours = aligned(theirs, read([did(1, "scale(float*)", "1 8 0 - c; 2 64 0 - a"), beyond, END]))
    assert ours.beyond[0].memory == Memory(1, 64, "0")


def test_the_host_does_not_replace_what_kernels_made() -> None:
    over = {"kind": "over", "memory": "2 64 0 -"}
    whole = (did(1, "scale(float*)", WROTE), saw("read", "a"), END)
    [sentence] = said(over, *whole)
    assert "the host changed allocation 2 (64 bytes) after kernels had changed it" in sentence
    assert said(over, *whole, original=read([over, *whole])) == []
    assert said({**over, "memory": "3 64 0 -"}, *whole) == [], "no kernel of the original makes results there"


def test_the_host_does_so_no_more_often_where_allocations_differ() -> None:
    other = "7 32 0 - 1111"
    over = {"kind": "over", "memory": "7 32 0 -"}
    whole = (did(1, "scale(float*)", other), saw("read", "a"), END)
    assert "the host changed allocation 7 (32 bytes)" in said(over, *whole)[0]
    often = read([{"kind": "over", "memory": "2 64 0 -"}, did(1, "scale(float*)", WROTE), saw("read", "a"), END])
    assert said(over, *whole, original=often) == []
    assert "the host changed" in said(over, over, *whole, original=often)[0]
    longer = (did(2, "scale(float*)", other), *whole)
    assert said(over, over, *longer, original=often) == [], "a solver may take another step"


def test_a_kernel_of_its_own_does_not_replace_what_others_made() -> None:
    whole = (did(1, "scale(float*)", WROTE), did(2, "patch(float*)", WROTE), saw("read", "a"), END)
    [sentence] = said(*whole)
    assert sentence == (
        "kernel patch, which the original does not have, changed allocation 2 (64 bytes) after kernel scale"
    )
    assert said(*whole, known=frozenset({"patch"})) == []
    before = (did(1, "clear(float*)", WROTE), did(2, "scale(float*)", WROTE), saw("read", "a"), END)
    assert said(*before) == [], "one that prepares what they work on is welcome"
    library = read([did(1, "scale(float*)", WROTE), did(2, "void cub::sort(float*)", WROTE), saw("read", "a"), END])
    assert said(*whole, original=library) == [], "it may stand for a library's"


def test_allocations_in_between_do_not_shift_the_others() -> None:
    theirs = read([did(1, "scale(float*)", "1 64 0 - a; 2 32 0 - b"), END])
    ours = read([did(1, "scale(float*)", "1 8 0 - c; 2 64 0 - a; 4 32 0 - b"), END])
    found = aligned(theirs, ours).launches[0].changed or ()
    assert [str(memory) for memory, _ in found] == [
        "allocation 1 (8 bytes)",
        "allocation 1 (64 bytes)",
        "allocation 2 (32 bytes)",
    ]
    assert len({memory.number for memory, _ in found}) == 3
    assert aligned(theirs, theirs) is theirs


def test_a_kernel_that_is_never_started() -> None:
    [sentence] = said(did(1, "other(float*)", WROTE), saw("read", "a"), END)
    assert sentence == "kernel scale was never started, though the original starts it"


def test_another_kernel_of_the_original_may_stand_for_it() -> None:
    assert said(did(1, "other(float*)", WROTE), saw("read", "a"), END, known=frozenset({"other"})) == []


def test_a_kernel_that_changes_nothing() -> None:
    sentences = said(did(1, "scale(float*)"), END)
    assert "kernel scale changed nothing in the GPU's memory, though the original's does" in sentences
    assert "no result of a kernel was copied to the host, though the original copies some" in sentences


def test_what_nobody_looked_at_is_not_held_against_it() -> None:
    assert said(did(1, "scale(float*)", "?"), END) == []
    assert said(did(1, "scale(float*)", "2 64 2 - aaaa"), END) == []  # the host sees managed memory without a copy


def test_leaving_without_exit_handlers() -> None:
    [sentence] = said(did(1, "scale(float*)", WROTE), saw("read", "a"))
    assert sentence.startswith("the program left by _exit")


def test_results_that_differ() -> None:
    wrong = read([did(1, "scale(float*)", WROTE), saw("read", "b"), saw("freed", "b"), END])
    assert {(how, memory.number) for how, memory, _, _ in different(ORIGINAL, wrong)} == {("read", 2), ("last", 2)}
    assert different(ORIGINAL, ORIGINAL) == []


def test_results_that_cannot_be_compared() -> None:
    twice = read([did(1, "scale()", WROTE), did(2, "scale()", WROTE), saw("read", "b"), saw("freed", "b"), END])
    assert different(ORIGINAL, twice) == []  # an iteration more
    larger = read([did(1, "scale()", "2 128 0 - aaaa"), saw("read", "b", "2 128 0 -"), saw("freed", "b", "2 128 0 -")])
    assert different(ORIGINAL, larger) == []  # memory of another size


def test_counts_only_where_all_was_told() -> None:
    assert started(ORIGINAL) == {"scale": 1}
    assert started(read([did(7, "scale()")])) == {}
