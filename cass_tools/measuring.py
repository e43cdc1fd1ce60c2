"""How good a model is: spans that the rules refuse, each answer built, run and compared; none is believed.

pass@1 is the likeliest answer alone, pass@N any of the first N. Numbers of two models compare only with the same
spans, answers and version, all of which the result names.
"""

import functools
import platform
import resource
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from cass_tools import __version__
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.line_marks import keep_lines
from cass_tools.model import Candidate, Safety, Severity, Source, Span
from cass_tools.models import store
from cass_tools.models.registry import Profile
from cass_tools.proposing import STRICT, doubted, what_failed
from cass_tools.translators.asking import Engine
from cass_tools.translators.fences import bytes_of, code_in
from cass_tools.translators.lints import faults
from cass_tools.translators.local import LocalModel
from cass_tools.translators.merging import fitted, merged
from cass_tools.translators.passages import Passage
from cass_tools.translators.proposals import Asker, Wish
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, lacking

FILE = Path(__file__).parent / "data" / "model_spans.toml"
CONFIG = Config()
PRELUDE = """\
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
static __device__ float real(unsigned a) { return (float)(int)(a % 2001) / 8 - 125; }
"""
DRIVER = """
__global__ void drive(const unsigned* in, unsigned* out) {
    unsigned a = in[threadIdx.x], b = in[64 + threadIdx.x], r = 0;
    { BODY }
    out[threadIdx.x] = r;
}
int main() {
    unsigned h[128], *in, *out, x = 12345;
    for (unsigned& each : h) each = x = x * 1664525u + 1013904223u, each ^= each >> 15;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemset(out, 0, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    drive<<<1, 64>>>(in, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(h, out, 68 * sizeof *h, cudaMemcpyDeviceToHost);
    unsigned sum = 2166136261u;
    for (int i = 0; i < 68; ++i) sum = (sum ^ h[i]) * 16777619u;
    printf("%08x %08x %08x %08x\\n", sum, h[0], h[33], h[64]);
}
"""


class Task(NamedTuple):
    """One span: `cuda` is what the model is shown, `right` a translation, `expected` what its program prints."""

    name: str
    sm: int
    body: str
    cuda: str
    right: str
    expected: str = ""

    def program(self, span: str) -> bytes:
        """The whole program around a form of the span."""
        return f"{PRELUDE}{span.strip()}\n{DRIVER.replace('BODY', self.body)}".encode()

    @property
    def passage(self) -> Passage:
        """Where the span is in the program."""
        return Passage("function", Span(len(PRELUDE), len(PRELUDE) + len(self.cuda.strip())), b"span")


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer: its number from 1, whether it passed or what was wrong, tokens and seconds of the model."""

    span: str
    number: int
    passed: bool
    wrong: str
    code: str
    tokens: int
    seconds: float


@functools.cache
def tasks() -> tuple[Task, ...]:
    """The spans in the file's order."""
    return tuple(Task(**entry) for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["span"])


def refused(task: Task) -> bool:
    """Whether the rules still have no translation of it."""
    found = check(Source(Path("span.cu"), task.program(task.cuda)), CONFIG)
    return any(f.fix is None and f.severity is Severity.ERROR for f in found)


def judge(task: Task, candidate: Candidate, folder: Path) -> str:
    """What keeps a translation of a task's program from passing; empty if nothing does."""
    original = Unit(folder / "span.cu", task.program(task.cuda))
    settings = Settings(expected=f"{task.expected}\n".encode(), orders=False, jobs=2)
    bench = Bench(original, settings, folder)
    data = keep_lines(original.data, candidate.data)
    verdict = doubted(bench.verify(Unit(original.path, data, flags=(STRICT,))), candidate, bench.made)
    why = lacking(verdict, Require.RUN)
    return (what_failed(verdict) or why) if why else ""


def measured(engine: Engine, profile: Profile, limits: tuple[int, int], told: Callable[[str], None]) -> dict[str, Any]:
    """Put the first `limits[0]` tasks to a model, up to `limits[1]` answers each; the result as a value for JSON."""
    chosen = tasks()[: limits[0]]
    asker = Asker(engine, profile, Wish(answers=limits[1]))
    began = time.monotonic()
    tried: list[Tried] = []
    for task in chosen:
        tried += _answers(asker, task, limits[1])
        last = tried[-1]
        told(f"{task.name}: {f'passed with answer {last.number}' if last.passed else f'no: {last.wrong}'}")
    return {
        "version": __version__,
        "model": model_value(engine),
        "spans": len(chosen),
        "refused_by_rules": sum(map(refused, chosen)),
        "answers": limits[1],
        "pass_at": {str(n): sum(t.passed and t.number <= n for t in tried) for n in sorted({1, limits[1]})},
        "seconds": round(time.monotonic() - began, 1),
        "model_seconds": round(sum(t.seconds for t in tried), 1),
        "tokens": sum(t.tokens for t in tried),
        "tried": [asdict(t) for t in tried],
    }


def _answers(asker: Asker, task: Task, most: int) -> Iterator[Tried]:
    """The answers to a task up to the first that passes."""
    source = Source(Path("span.cu"), task.program(task.cuda))
    rules = translate(source, CONFIG, Safety.UNSAFE)
    with tempfile.TemporaryDirectory(prefix="cass-measure-", ignore_cleanup_errors=True) as folder:
        seen: dict[bytes, str] = {}
        for number in range(1, most + 1):
            answer = asker.engine.answer(asker.request(task.passage, source.data, seed=number - 1))
            code = code_in(answer.text, asker.profile.answers)
            wrong = "there is no code in it"
            if code is not None:
                text = fitted(task.passage, source.data, bytes_of(code), CONFIG)
                if text not in seen:
                    found = faults(task.passage, task.cuda.strip().encode(), text, CONFIG)
                    done = merged(rules, {task.passage: text}, CONFIG, asker.name)
                    seen[text] = next(iter((*found, *done.left)), "") or judge(task, done.candidate, Path(folder))
                wrong = seen[text]
            yield Tried(task.name, number, not wrong, wrong, answer.text, answer.written, round(answer.seconds, 2))
            if not wrong:
                return


def model_value(engine: Engine) -> dict[str, Any]:
    """What was measured: digest, quantisation, versions, memory."""
    value: dict[str, Any] = {"name": engine.name, "machine": platform.machine()}
    if isinstance(engine, LocalModel):
        value |= {
            "sha256": store.digest(engine.path),
            "quantisation": engine.head.quantisation,
            "architecture": engine.head.architecture,
            "parameters": engine.head.parameters,
            "threads": engine.settings.threads,
            "context": engine.settings.context,
            "resident_mib": _resident(engine.info()["pid"]) >> 20,
        }
    try:
        value["llama_cpp_python"] = version("llama-cpp-python")
    except PackageNotFoundError:
        value["llama_cpp_python"] = None
    return value


def _resident(pid: int) -> int:
    """Bytes of memory that a process has in use."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def report(result: dict[str, Any]) -> Sequence[str]:
    """The result in a few lines."""
    model = result["model"]
    speed = result["tokens"] / result["model_seconds"] if result["model_seconds"] else 0
    passed = ", ".join(f"pass@{n} {count}/{result['spans']}" for n, count in result["pass_at"].items())
    lines = [f"{model['name']}: {passed}; the rules refuse {result['refused_by_rules']} of the {result['spans']} spans"]
    lines.append(f"{result['seconds']} s, of which the model {result['model_seconds']} s; {speed:.1f} tokens/s")
    if "sha256" in model:
        lines.append(
            f"{model['quantisation']}, {model['parameters'] / 1e6:.0f} million parameters, {model['threads']} threads, "
            f"{model['resident_mib']} MiB in memory, SHA-256 {model['sha256'][:16]}..."
        )
    return lines
