"""The halves of a __half2 are numbers and have a sine, also with HIP headers where they are the bits of integers."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, half_header, pick
from cass_tools.config import Config
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER

PROGRAM = """#include <{header}>
#include <cstdio>
__global__ void halves(float *out, float a) {{
  half2 pair = __float2half2_rn(a);
  out[0] = __half2float(pair.x) + __half2float(pair.y);
  pair.x = __float2half(3.f);
  half high = pair.y;
  out[1] = __low2float(pair);
  out[2] = high;
  out[3] = __half2float(hsin(__float2half(a)));
  out[4] = __high2float(h2sin(__floats2half2_rn(0.f, a)));
  out[5] = __high2float(h2rcp(__floats2half2_rn(0.5f, 4.f)));
}}
int main() {{
  float *out;
  {api}MallocManaged(&out, 24);
  halves<<<1, 1>>>(out, -1.5f);
  {api}DeviceSynchronize();
  half2 pair = __floats2half2_rn(0.5f, 2.f);
  half a = __float2half(1.5f), b = a * a + a;
  b -= a;
  if (!(b > a && b == a * a)) printf("wrong on the host\\n");
  printf("%g %g %g %g %.3f %.3f %g\\n", out[0], out[1], out[2], __half2float(pair.y), out[3], out[4], out[5]);
}}
"""
OLD = """struct __half2 {
public:
    union {
        static_assert(sizeof(_Float16_2) == sizeof(unsigned short[2]), "");
        _Float16_2 data;
        struct {
            unsigned short x;
            unsigned short y;
        };
    };
"""


def header(folder: Path, text: str) -> Path:
    place = folder / half_header.PLACE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return folder


def test_an_old_header_gets_a_mended_copy_and_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    old = header(tmp_path / "old", OLD)
    option, folder = half_header.options(old)
    assert (option, half_header.options(old)[1]) == ("-isystem", folder)
    copy = (Path(folder) / half_header.PLACE).read_text()
    assert "unsigned short x" not in copy
    assert (
        copy.replace("__half x; __half y;", "").split()
        == OLD.replace("unsigned short x;", "").replace("unsigned short y;", "").split()
    )
    assert (old / half_header.PLACE).read_text() == OLD


def test_reciprocals_are_of_the_numbers_not_of_their_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    pair = "_Float16_2{__builtin_amdgcn_rcph(x.x), __builtin_amdgcn_rcph(x.y)}"
    old = header(tmp_path / "old", f"{OLD}}};\n__half2 h2rcp(__half2 x) {{ return {pair}; }}\n")
    copy = (Path(half_header.options(old)[1]) / half_header.PLACE).read_text()
    assert "return _Float16_2{(1 / x.data.x), (1 / x.data.y)};" in copy


def test_a_new_or_missing_header_needs_none(tmp_path: Path) -> None:
    assert half_header.options(header(tmp_path, OLD.replace("unsigned short x", "__half x"))) == ()
    assert half_header.options(tmp_path / "nowhere") == ()


@pytest.mark.gpu_code
@pytest.mark.parametrize(
    ("language", "name", "api"), [("hip", "hip/hip_fp16.h", "hip"), ("cuda", "cuda_fp16.h", "cuda")]
)
def test_members_of_half2_are_numbers(tmp_path: Path, language: str, name: str, api: str) -> None:
    source = tmp_path / "halves.hip"
    source.write_text(
        f"#include <hip/hip_runtime.h>\n{PROGRAM.format(header=name, api=api)}"
        if api == "hip"
        else PROGRAM.format(header=name, api=api)
    )
    request = BuildRequest(source=source, output=tmp_path / "halves", target=Target("gfx1100"), language=language)  # type: ignore[arg-type]
    made = pick(Config()).build(request)
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary
    ran = RUNNER.run(made.binary, Target("gfx1100"), (), limits=Limits(), cwd=tmp_path)
    assert ran.stdout.decode() == "-3 3 -1.5 2 -0.998 -0.998 0.25\n"
