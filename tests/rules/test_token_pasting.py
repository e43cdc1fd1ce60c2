"""The rule about names that the preprocessor builds: which come out, and where they can be put right."""

import pytest

from tests.rules.findings import fixed, found, lines


@pytest.mark.parametrize(
    ("macros", "use", "after"),
    [
        ("#define API(x) cuda##x\n", "API(Malloc)(&p, 4); API(Free)(p);", "#define API(x) hip##x\n"),
        ("#define API(x, ...) check(cuda ## x(__VA_ARGS__))\n", "API(Malloc, &p, 4);", None),
        ("#define GEMM(t) cublas##t##gemm\n", "GEMM(S)(h); GEMM(D)(h);", "#define GEMM(t) hipblas##t##gemm\n"),
    ],
)
def test_a_prefix_that_all_uses_share_becomes_hips(macros: str, use: str, after: str | None) -> None:
    text = f"{macros}void f(void* p, void* h) {{ {use} }}\n"
    changed = fixed("CASS141", text)
    assert changed.splitlines(keepends=True)[0] == (after or macros.replace("cuda", "hip"))
    assert changed.splitlines()[1] == text.splitlines()[1]


def test_a_prefix_that_does_not_serve_all_uses_stays() -> None:
    text = "#define API(x) cuda##x\nvoid f(void* p) { API(Free)(p); API(FreeHost)(p); }\n"
    assert "hipFree(p); hipHostFree(p);" in fixed("CASS141", text)
    assert fixed("CASS141", text).startswith("#define API(x) cuda##x\n")


def test_names_through_several_macros_are_seen_at_the_outermost_use() -> None:
    text = "#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define N Free\n"
    text += "void f(void* p) {\n  CAT(cuda, N)(p);\n  CAT(my, N)(p);\n}\n"
    (finding,) = found("CASS141", text)
    assert lines("CASS141", text) == [5]
    assert "`cudaFree`" in finding.message and "`CAT_` (line 1)" in finding.message
    assert "  hipFree(p);\n  CAT(my, N)(p);" in fixed("CASS141", text)


@pytest.mark.parametrize(
    ("macro", "use", "name"),
    [
        ("#define CALL(n) __##n##_sync(0xffffffff, 1)", "CALL(ballot)", "__ballot_sync"),
        ("#define PICK(n, ...) n##_sync(~0u, __VA_ARGS__)", "PICK(__shfl, 1, 0)", "__shfl_sync"),
        ("#define PICK(n, rest...) n##_sync(~0u, rest)", "PICK(__shfl_down, 1, 2)", "__shfl_down_sync"),
        ("#define VOTE(n) \\\n  __ ## n \\\n  ## _sync(~0u, 1)", "VOTE(any)", "__any_sync"),
    ],
)
def test_functions_across_lanes_are_named_at_the_use(macro: str, use: str, name: str) -> None:
    text = f"{macro}\n__device__ int f() {{\n  return {use};\n}}\n"
    (finding,) = found("CASS141", text)
    assert f"`{name}`" in finding.message
    assert "(line 1)" in finding.message or "(line 2)" in finding.message
    assert finding.fix is None
    assert text[finding.span.start : finding.span.end] == use


def test_a_macro_that_nothing_uses_is_judged_by_what_it_holds() -> None:
    assert len(found("CASS141", "#define VOTE(n, p) __##n##_sync(~0u, p)\n__device__ int x;\n")) == 1
    assert found("CASS141", "#define IO(n) file_##n##_sync()\n__device__ int x;\n") == []
    assert found("CASS141", "#define EAT(x) EAT(x##x) EAT(x##x)\n__device__ int f() { EAT(a) }\n") == []


def test_names_of_the_file_itself_are_its_own() -> None:
    text = "#define MY(x) cuda##x\nint cudaThing();\nint f() { return MY(Thing)(); }\n"
    assert all(finding.fix is None for finding in found("CASS141", text))
