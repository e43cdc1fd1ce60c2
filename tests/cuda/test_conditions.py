"""Branches that only one vendor's compiler reads."""

from cass_tools.cuda import conditions


def test_branches_of_one_vendor() -> None:
    code = (
        b"#ifdef USE_ROCM\nA\n#elif X\nB\n#else\nC\n#endif\n"
        b"#ifndef __HIPCC__\nD\n#else\nE\n#endif\n#if !defined(__HIP__)\nF\n#elif Y\nG\n#else\nH\n#endif\nI\n"
    )
    places = {name: code.index(b"\n%c\n" % name) + 1 for name in b"ABCDEFGHI"}
    assert bytes(name for name, at in places.items() if conditions.amd_never_reads(at, code)) == b"BCDF"
    assert bytes(name for name, at in places.items() if conditions.only_amd_reads(at, code)) == b"AE"


def test_branches_for_the_host_beside_those_for_a_gpu() -> None:
    code = (
        b"#ifdef __CUDA_ARCH__\nA\n#else\nB\n#endif\n"
        b"#if !defined(__HIP_DEVICE_COMPILE__)\nC\n#elif __CUDA_ARCH__ >= 700\nD\n#else\nE\n#endif\n"
        b"#if __CUDA_ARCH__ >= 700\nF\n#else\nG\n#endif\nH\n"
    )
    places = {name: code.index(b"\n%c\n" % name) + 1 for name in b"ABCDEFGH"}
    assert bytes(name for name, at in places.items() if conditions.only_host_reads(at, code)) == b"BC"
    code = (
        b"#if defined(__CUDA_ARCH__)\nA\n#elif defined(__HIP_DEVICE_COMPILE__)\nB\n"
        b"#elif __cplusplus\nC\n#else\nD\n#endif\n"
    )
    places = {name: code.index(b"\n%c\n" % name) + 1 for name in b"ABCD"}
    assert bytes(name for name, at in places.items() if conditions.only_host_reads(at, code)) == b"CD"
