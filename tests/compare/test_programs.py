"""Programs that write files, with cass.toml beside them: through the verifier, and through the command line."""

from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.model import Outcome, Run, StepKind, Target, Verdict
from cass_tools.proc import Completed
from cass_tools.runners.process import as_run
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench
from cass_tools.workspace import LITTLE, furnish, linked

PROGRAM = """
#include <%(header)s>
#include <cstdio>
#include <sys/stat.h>
__global__ void fill(float *x) { x[threadIdx.x] = threadIdx.x * 0.5f; }
int main() {
  float *d, h[64];
  %(p)sMalloc(&d, sizeof h);
  fill<<<1, 64>>>(d);
  %(p)sMemcpy(h, d, sizeof h, %(p)sMemcpyDeviceToHost);
  h[9] *= %(factor)s;
  mkdir("out", 0700);
  FILE *f = fopen("out/a.bin", "wb");
  fwrite(h, 4, 64, f);
  fclose(f);
  f = fopen("out/b.pgm", "wb");
  fprintf(f, "P5 8 8 255\\n");
  for (float each : h) fputc(int(each) + (each == h[9] ? %(level)s : 0), f);
  fclose(f);
  printf("%(order)s\\nrun %(id)s\\n");
}
"""
TOML = """
[verify.compare]
mask = ['^run (\\d+)']
unordered = ["^lane"]
[[verify.file]]
path = "out/*.bin"
type = "float32"
rtol = %s
[[verify.file]]
path = "out/*.pgm"
type = "image"
share = 0.1
"""


def judge(folder: Path, rtol: str, **port: str) -> Verdict:
    (folder / "cass.toml").write_text(TOML % rtol)
    usual = {"factor": "1", "level": "0", "order": "lane 1\\nlane 2", "id": "4711"}
    cuda = PROGRAM % {"header": "cuda_runtime.h", "p": "cuda", **usual}
    hip = PROGRAM % {"header": "hip/hip_runtime.h", "p": "hip", **usual, **port}
    settings = Settings(targets=(Target("gfx1100"),), reference="header", orders=False)
    with bench(Unit(folder / "x.cu", cuda.encode()), settings) as place:
        return place.verify(Unit(folder / "x.hip", hip.encode()))


def compared(verdict: Verdict) -> tuple[Outcome, str]:
    [step] = [s for s in verdict.steps if s.kind is StepKind.COMPARED]
    return step.outcome, step.detail


@pytest.mark.gpu_code
def test_what_cass_toml_allows_passes(tmp_path: Path) -> None:
    outcome, detail = compared(judge(tmp_path, "1e-3", factor="1.0005f", level="1", order="lane 2\\nlane 1", id="5"))
    assert outcome is Outcome.PASSED, detail
    assert "file out/a.bin, file out/b.pgm" in detail
    assert detail.endswith("parts masked, lines in any order")


@pytest.mark.gpu_code
@pytest.mark.parametrize(
    ("port", "said"),
    [
        ({"factor": "1.1f"}, "file out/a.bin, float32 9: expected 4.5, got 4.95"),
        ({"level": "2"}, "file out/b.pgm, pixel (1, 1): expected 4, got 6"),
        ({"order": "lane 2\\nlane 3"}, "of lines in any order"),
        ({"id": "x"}, 'expected "run <masked>", got "run x"'),
    ],
)
def test_what_it_does_not_allow_fails(tmp_path: Path, port: dict[str, str], said: str) -> None:
    outcome, detail = compared(judge(tmp_path, "1e-3", **port))
    assert outcome is Outcome.WRONG_OUTPUT
    assert said in detail


def test_what_is_wrong_in_cass_toml_is_said_before_anything_is_built(tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text("[verify.compare]\nrtol = 'x'")
    with pytest.raises(CassError, match="rtol has the wrong kind"), bench(Unit(tmp_path / "x.cu", b""), Settings()):
        pass


def test_patterns_stand_for_the_files_that_were_written(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in ("b.pgm", "a.pgm", "c.txt"):
        (tmp_path / "out" / name).write_text(name)
    (tmp_path / "out" / "link.pgm").symlink_to("/etc/passwd")
    done = Completed(0, b"", b"", 0.0)
    run: Run = as_run(done, runner="x", target=None, cwd=tmp_path, keep_files=("out/*.pgm", "*.none", "out/a.pgm"))
    assert run.files == (("out/a.pgm", b"a.pgm"), ("out/b.pgm", b"b.pgm"), ("out/link.pgm", None), ("*.none", None))


def test_old_results_that_fit_a_pattern_are_left_out(tmp_path: Path) -> None:
    data, place = tmp_path / "data", tmp_path / "place"
    (data / "out").mkdir(parents=True)
    place.mkdir()
    for name in ("out/old.pgm", "out/input.txt", "top.pgm"):
        (data / name).write_text("x")
    furnish(place, data, ("out/*.pgm",))
    assert sorted(str(p.relative_to(place)) for p in place.rglob("*")) == ["out", "out/input.txt", "top.pgm"]


def test_small_directories_are_copied_and_large_ones_linked(tmp_path: Path) -> None:
    data, place = tmp_path / "data", tmp_path / "place"
    for folder in (data / "out" / "deep", data / "many", data / ".git", place):
        folder.mkdir(parents=True)
    (data / "out" / "deep" / "kernel.cu").write_text("// read when it runs\n")
    (data / "loop").symlink_to(data)
    for number in range(LITTLE + 1):
        (data / "many" / f"{number}.txt").write_text("")
    furnish(place, data)
    assert not (place / "out").is_symlink() and (place / "out" / "deep" / "kernel.cu").read_text().startswith("// read")
    (place / "out" / "new.txt").write_text("the program's own")
    assert not (data / "out" / "new.txt").exists() and not (place / ".git").exists()
    assert set(linked(place)) == {data.resolve(), (data / "many").resolve()}


def test_a_place_among_the_data_is_not_copied_into_itself(tmp_path: Path) -> None:
    place = tmp_path / "build" / "cass-run"
    place.mkdir(parents=True)
    (tmp_path / "build" / "input.txt").write_text("x")
    furnish(place, tmp_path)
    assert [p.name for p in place.iterdir()] == ["build"] and (place / "build").is_symlink()
    beside = tmp_path / "cass-run"
    beside.mkdir()
    furnish(beside, tmp_path, ("build/out.txt",))
    assert sorted(p.name for p in beside.iterdir()) == ["build", "cass-run"] and (beside / "cass-run").is_symlink()
    assert (beside / "build" / "input.txt").read_text() == "x"
