"""Texture and surface references that become objects: what is written, what is left alone, and a program that runs."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run
from cass_tools.config import Config
from tests.rules.findings import fixed, found

CODE = "CASS146"
DATA = Path(__file__).parent / "textures"
BIND = "void f(float* d) { cudaBindTexture(0, t, d, 64); }\n"
FETCH = "__global__ void k(float* o) { *o = tex1Dfetch(t, 1); }\n"


@pytest.mark.gpu_code
def test_a_program_with_references_prints_what_their_definition_says_on_both_gpus(tmp_path: Path) -> None:
    """No compiler of CUDA since 12 takes it; the expected numbers were worked out by hand from CUDA's guide."""
    words = ["translate", str(DATA / "references.cu"), "-o", str(tmp_path / "out.hip"), "--require", "run"]
    assert run([*words, "--expected", str(DATA / "references.stdout")]) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("texture<float> t;\n" + BIND, "`t` is bound or read in another file"),
        ("texture<float> t;\n" + FETCH, "`t` is bound or read in another file"),
        ("texture<float> t;\nvoid g() { load(t); }\n" + BIND + FETCH, "Line 2 passes `t` to `load`"),
        ("texture<float> t;\nvoid g() { auto& r = t; }\n" + BIND + FETCH, "Line 2 uses `t` otherwise than"),
        ("texture<float> t;\n#ifdef A\ntexture<int2> t;\n#endif\n" + BIND + FETCH, "`t` is declared again in line 3"),
        ("texture<float> t;\n#define GET(r, i) tex1Dfetch(r, i)\n__device__ float g() { return GET(t, 1); }\n" + BIND,
         "Line 3 passes `t` to `GET`"),
        ("texture<float> t;\n" + BIND.replace("t, d", "n, t"), "Line 2 passes `t` to `cudaBindTexture`"),
    ],
)  # fmt: skip
def test_what_an_object_cannot_take_the_place_of_stays_with_the_reason(text: str, reason: str) -> None:
    findings = found(CODE, text)
    assert any(finding.suggestion.startswith(reason) for finding in findings), findings
    assert all(finding.fix is None for finding in findings)
    assert fixed(CODE, text) == text


@pytest.mark.parametrize(
    ("declared", "fetched"),
    [
        ("texture<uchar, 1, cudaReadModeNormalizedFloat>", "float"),
        ("texture<unsigned short, 1, cudaReadModeNormalizedFloat>", "float"),
        ("texture<short2, 1, cudaReadModeNormalizedFloat>", "float2"),
        ("texture<unsigned  int>", "unsigned int"),
        ("texture<Pixel, 1>", "Pixel"),
    ],
)
def test_kernels_get_the_type_that_the_reference_had(declared: str, fetched: str) -> None:
    text = f"typedef float4 Pixel;\n{declared} t;\n{BIND}{FETCH}"
    assert f"tex1Dfetch<{fetched}>(t, 1)" in fixed(CODE, text)
    assert found(CODE, text)[0].fix is not None


def test_a_gather_has_four_elements() -> None:
    text = "texture<unsigned, 2> t;\n__global__ void k(uint4* o) { *o = tex2Dgather(t, 1, 2, 0); }\n"
    text += "void f(cudaArray_t a) { cudaBindTextureToArray(t, a); }\n"
    assert "tex2Dgather<uint4>(t, 1, 2, 0)" in fixed(CODE, text)


def test_names_of_the_same_spelling_elsewhere_stay() -> None:
    text = "texture<float> t;\nstruct S { int t; };\nint g(S s) { return s.t; }\n" + BIND + FETCH
    after = fixed(CODE, text)
    assert "return s.t;" in after
    assert "struct S { int t; };" in after


def test_the_host_s_counterpart_gets_a_free_name() -> None:
    after = fixed(CODE, "int t_reference;\ntexture<float> t;\n" + BIND + FETCH)
    assert "cass::texture_reference<float> t_reference_(t);" in after
    assert "t_reference_.bind(0, d, 64);" in after


def test_hipify_s_style_keeps_references() -> None:
    text = "texture<float> t;\n" + BIND + FETCH
    assert fixed(CODE, text, config=Config(style="hipify")) == text
