"""`python -m bench.spans_in_place SPANS PROGRAMS MODEL`: answers of a model to given spans, each proven in its program.

SPANS is a JSON list of `{"case": "017", "src": "..."}`, PROGRAMS a folder of `017_name/input.cu` with
`expected_stdout.txt` (without one a program is only built). Each span is put to the model as `cass translate --model`
would; its answer takes the span's place in the rules' translation of the whole program, which is built for both GPUs,
run and compared. The first answer that passes counts. Results are appended to a file, so that a run can go on.

MODEL `echo` gives back what it is asked: what passes then needs no model, for the rules translate the answers too.
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.errors import CassError
from cass_tools.line_marks import keep_lines
from cass_tools.model import Candidate, Source, Span
from cass_tools.models.registry import default
from cass_tools.proposing import STRICT, doubted, what_failed
from cass_tools.translators.asking import Answer, Engine, Request, Watcher
from cass_tools.translators.choosing import engine_of
from cass_tools.translators.fences import code_in
from cass_tools.translators.lints import faults
from cass_tools.translators.merging import fitted, merged
from cass_tools.translators.passages import Passage
from cass_tools.translators.proposals import Asker, Wish
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, lacking

CONFIG = Config()
ECHO = "echo"


def passage_of(context: Context, text: bytes) -> Passage:
    """The span as a passage: a function where it is one, else statements or directives."""
    found = re.search(rb"\s+".join(map(re.escape, text.split())), context.data)
    if found is None:
        raise CassError(f"{context.source.path} does not hold the span {text[:60]!r}")
    margin = len(found.string[: found.start()]) - len(found.string[: found.start()].rstrip(b" \t"))
    span = Span(found.start() - (margin if text[:1].isspace() else 0), found.end())
    own = [f for f in functions(context).all if f.name and span.start <= f.start and f.end <= span.end]
    if len(own) == 1 and text.strip().endswith(b"}") and not text.lstrip().startswith((b"#", b"using")):
        return Passage("function", span, own[0].name)
    return Passage("declaration" if own or text.lstrip().startswith(b"#") else "statement", span)


class Echo:
    """An Engine that answers with the code that it is shown: the baseline of every model."""

    name = identity = ECHO

    def answer(self, request: Request, watcher: Watcher | None = None) -> Answer:
        """The question's code in a fence."""
        return Answer(f"```\n{request.input.strip(chr(10))}\n```", "stop")


class Trial:
    """One program, and the spans of it that are tried."""

    def __init__(self, program: Path, folder: Path, jobs: int) -> None:
        path, expected = program / "input.cu", program / "expected_stdout.txt"
        self.source = Source(path, path.read_bytes())
        self.context = Context(self.source, CONFIG)
        self.rules = translate(self.source, CONFIG)
        known = expected.read_bytes() if expected.is_file() else None
        self.original = Unit(path, self.source.data)
        self.bench = Bench(self.original, Settings(expected=known, jobs=jobs), folder)
        self.require = Require.RUN if known is not None else Require.POSSIBLE

    def problem(self, candidate: Candidate) -> str:
        """What keeps a translation from passing; empty if nothing does."""
        unit = Unit(self.original.path, keep_lines(self.source.data, candidate.data), flags=(STRICT,))
        verdict = doubted(self.bench.verify(unit), candidate, self.bench.made)
        return (what_failed(verdict) or lacking(verdict, self.require) or "") if lacking(verdict, self.require) else ""


def tried(trial: Trial, asker: Asker, text: bytes, answers: int) -> Iterator[tuple[str, str]]:
    """The answers to a span, each with what is wrong with it; ends with the first that passes."""
    passage = passage_of(trial.context, text)
    for seed in range(answers):
        answer = asker.engine.answer(asker.request(passage, trial.source.data, seed=seed))
        code = code_in(answer.text, asker.profile.answers)
        if code is None:
            yield answer.text, "there is no code in it"
            continue
        fit = fitted(passage, trial.source.data, code.encode(), CONFIG)
        wrong = faults(passage, passage.text(trial.source.data), fit, CONFIG)
        if not wrong:
            done = merged(trial.rules, {passage: fit}, CONFIG, asker.name)
            wrong = done.left[:1] or ((problem,) if (problem := trial.problem(done.candidate)) else ())
        yield code, wrong[0] if wrong else ""
        if not wrong:
            return


def main() -> None:
    """Try every span that has no result yet, then count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spans", type=Path)
    parser.add_argument("programs", type=Path)
    parser.add_argument("model")
    parser.add_argument("--answers", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, default=Path("spans.jsonl"))
    asked = parser.parse_args()
    engine, profile = (Echo(), default()) if asked.model == ECHO else engine_of(asked.model)
    asker = Asker(engine, profile, Wish(answers=asked.answers))
    spans = json.loads(asked.spans.read_text(encoding="utf-8"))
    have = len(asked.results.read_text().splitlines()) if asked.results.is_file() else 0
    for number, span in enumerate(spans[have:], have):
        began = time.monotonic()
        (program,) = asked.programs.glob(f"{span['case']}_*")
        with tempfile.TemporaryDirectory(prefix="cass-spans-") as folder:
            trial = Trial(program, Path(folder), asked.jobs)
            refused = any(f.severity == "error" and not f.fix for f in trial.rules.findings)
            try:
                found = list(tried(trial, asker, span["src"].encode(), asked.answers))
            except CassError as error:
                found = [("", str(error))]
        line = {
            "number": number,
            "case": span["case"],
            "passed": bool(found) and not found[-1][1],
            "answers": len(found),
            "refused_by_rules": refused,
            "wrong": [wrong for _, wrong in found if wrong],
            "code": found[-1][0] if found else "",
            "seconds": round(time.monotonic() - began, 1),
        }
        with asked.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(f"{number:3} {span['case']} {'PASSED' if line['passed'] else 'no'} after {line['answers']}", flush=True)
    _count(asked.results, engine)


def _count(results: Path, engine: Engine) -> None:
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    first = sum(line["passed"] and line["answers"] == 1 for line in lines)
    print(f"{engine.name}: {sum(line['passed'] for line in lines)} of {len(lines)} proven in place, {first} at once")


if __name__ == "__main__":
    main()
