"""How good a model is: spans that the rules refuse, each answer built, run and compared; none is believed.

pass@1 counts the spans whose likeliest answer is right; pass@N those with a right one among the first N, which are the
likeliest and N - 1 sampled ones (no estimate from more samples than N). Numbers of two models compare only with the
same spans, answers and version, all of which the result names.
"""

import functools
import hashlib
import json
import os
import platform
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cass_tools import __version__
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.line_marks import keep_lines
from cass_tools.model import Candidate, Safety, Severity, Source, Span
from cass_tools.models import store
from cass_tools.models.registry import Profile
from cass_tools.proposing import STRICT, doubted, what_failed
from cass_tools.translators.asking import Engine, Watcher
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
    """One answer: its number from 1, whether it passed or what was wrong, tokens and seconds of the model.

    `processor`: seconds that a model on this machine had of its processors; of one elsewhere 0.
    """

    span: str
    number: int
    passed: bool
    wrong: str
    code: str
    tokens: int
    seconds: float
    processor: float = 0.0


class Keeping(NamedTuple):
    """A result that was `begun` before, and who gets it after each span: a long measurement may be interrupted.

    The `watcher` is told how far an answer is.
    """

    begun: Mapping[str, Any] = MappingProxyType({})
    keep: Callable[[dict[str, Any]], None] = lambda _: None
    watcher: Watcher | None = None


def unfinished(path: Path) -> Mapping[str, Any]:
    """The result in a file, if it is one whose measurement was interrupted."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_bytes()) if path.is_file() else None
        if isinstance(found, dict) and found.get("finished") is False:
            return found
    return {}


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


def measured(
    engine: Engine,
    profile: Profile,
    limits: tuple[int, int],
    told: Callable[[str], None],
    keeping: Keeping = Keeping(),  # noqa: B008 - it cannot be changed
) -> dict[str, Any]:
    """Put the first `limits[0]` tasks to a model, up to `limits[1]` answers each; the result as a value for JSON."""
    chosen = tasks()[: limits[0]]
    asker = Asker(engine, profile, Wish(answers=limits[1]), watcher=keeping.watcher or Watcher())
    about = _about(engine, chosen, limits[1])
    tried = _begun(keeping.begun, about)
    began = time.monotonic() - (keeping.begun["seconds"] if tried else 0)
    done = {one.span for one in tried}
    if done:
        told(f"{len(done)} of {len(chosen)} spans were measured before")
    for task in chosen:
        if task.name in done:
            continue
        tried += _answers(asker, task, limits[1])
        last = tried[-1]
        told(f"{task.name}: {f'passed with answer {last.number}' if last.passed else f'no: {last.wrong}'}")
        keeping.keep({**_result(about, engine, tried, began), "finished": False})
    return {**_result(about, engine, tried, began), "finished": True}


def _about(engine: Engine, chosen: Sequence[Task], answers: int) -> dict[str, Any]:
    """What a result depends on: two may be compared, or one be gone on with, where this is the same."""
    return {
        "version": __version__,
        "model": model_value(engine),
        "spans": len(chosen),
        "spans_sha256": hashlib.sha256(repr(chosen).encode()).hexdigest(),
        "refused_by_rules": sum(map(refused, chosen)),
        "answers": answers,
    }


def _begun(result: Mapping[str, Any], about: Mapping[str, Any]) -> list[Tried]:
    """The answers of a result that was begun with the same model, spans and versions; none of another one."""
    try:
        same = all(
            (result[key] == value if key != "model" else {**result[key], **value} == result[key])
            for key, value in about.items()
        )
        float(result["seconds"])
        return [Tried(**one) for one in result["tried"]] if same else []
    except (KeyError, TypeError, ValueError):
        return []


def _result(about: Mapping[str, Any], engine: Engine, tried: Sequence[Tried], began: float) -> dict[str, Any]:
    return {
        **about,
        "model": {**about["model"], **_process(engine)},
        "pass_at": {str(n): sum(t.passed and t.number <= n for t in tried) for n in range(1, about["answers"] + 1)},
        "seconds": round(time.monotonic() - began, 1),
        "model_seconds": round(sum(t.seconds for t in tried), 1),
        "model_processor_seconds": round(sum(t.processor for t in tried), 1),
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
            before = _processor(asker.engine)
            answer = asker.ask(asker.request(task.passage, source.data, seed=number - 1))
            spent = max(_processor(asker.engine) - before, 0)
            code = code_in(answer.text, asker.profile.answers)
            wrong = "there is no code in it"
            if code is not None:
                text = fitted(task.passage, source.data, bytes_of(code), CONFIG)
                if text not in seen:
                    found = faults(task.passage, task.cuda.strip().encode(), text, CONFIG)
                    done = merged(rules, {task.passage: text}, CONFIG, asker.name)
                    seen[text] = next(iter((*found, *done.left)), "") or judge(task, done.candidate, Path(folder))
                wrong = seen[text]
            cost = (answer.written, round(answer.seconds, 2), round(spent, 2))
            yield Tried(task.name, number, not wrong, wrong, answer.text, *cost)
            if not wrong:
                return


def model_value(engine: Engine) -> dict[str, Any]:
    """What is measured: digest, quantisation, versions."""
    value: dict[str, Any] = {"name": engine.name, "machine": platform.machine()}
    if isinstance(engine, LocalModel):
        value |= {
            "sha256": store.digest(engine.path),
            "quantisation": engine.head.quantisation,
            "architecture": engine.head.architecture,
            "parameters": engine.head.parameters,
            "context": engine.settings.context,
        }
    try:
        value["llama_cpp_python"] = version("llama-cpp-python")
    except PackageNotFoundError:
        value["llama_cpp_python"] = None
    return value


def _process(engine: Engine) -> dict[str, int]:
    """The threads of a model on this machine, and the most memory that it has had in use, in MiB."""
    if not isinstance(engine, LocalModel):
        return {}
    told = engine.info()
    text = Path(f"/proc/{told['pid']}/status").read_text(encoding="ascii", errors="replace")
    most = next(int(line.split()[1]) >> 10 for line in text.splitlines() if line.startswith("VmHWM:"))
    return {"threads": told["threads"], "resident_mib": most}


def _processor(engine: Engine) -> float:
    """Seconds of processors that the process of a model on this machine has had; 0 of one elsewhere."""
    if not isinstance(engine, LocalModel):
        return 0
    fields = Path(f"/proc/{engine.info()['pid']}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(result: dict[str, Any]) -> Sequence[str]:
    """The result in a few lines."""
    model = result["model"]
    speed = result["tokens"] / result["model_seconds"] if result["model_seconds"] else 0
    shown = [(n, count) for n, count in result["pass_at"].items() if n in ("1", str(result["answers"]))]
    passed = ", ".join(f"pass@{n} {count}/{result['spans']}" for n, count in shown)
    lines = [f"{model['name']}: {passed}; the rules refuse {result['refused_by_rules']} of the {result['spans']} spans"]
    lines.append(f"{result['seconds']} s, of which the model {result['model_seconds']} s; {speed:.1f} tokens/s")
    if spent := result["model_processor_seconds"]:
        lines[-1] += f", {result['tokens'] / spent:.1f} for each second of a processor"
    if "sha256" in model:
        lines.append(
            f"{model['quantisation']}, {model['parameters'] / 1e6:.0f} million parameters, {model['threads']} threads, "
            f"{model['resident_mib']} MiB in memory, SHA-256 {model['sha256'][:16]}..."
        )
    return lines
