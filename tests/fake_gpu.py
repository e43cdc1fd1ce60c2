"""A compiler and a runner without a GPU: a "source" says in comments, in shell, what its program does.

`// sh: COMMAND` lines are the program; `// wave64: COMMAND` and `// wave32: COMMAND` lines only for such a target;
`// no build: SENTENCE` does not compile; `// needs: NAME` links only with an object that `// defines: NAME` (or
`// defines weakly: NAME`); `// launches: N`. An object is ELF with these symbols, and the source after it.
"""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import BuildRequest
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.runners.process import as_run
from cass_tools.workspace import linked


@dataclass
class FakeCompiler:
    """Turns the comments into a shell script; keeps the requests."""

    name: str = "fake"
    lacks: str | None = None
    requests: list[BuildRequest] = field(default_factory=list)

    def missing(self) -> str | None:
        return self.lacks

    def build(self, request: BuildRequest) -> Build:
        self.requests.append(request)
        text = request.source.read_text(errors="replace")
        if self.lacks:
            return Build(Outcome.NOT_TRIED, request.target, log=self.lacks)
        if found := re.search(r"// no build: (.*)", text):
            return Build(Outcome.NOT_BUILT, request.target, log=f"x.cu:1:1: error: {found[1]}")
        if request.object_only:
            request.output.write_bytes(object_file(text) + text.encode(errors="replace"))
            return Build(Outcome.PASSED, request.target, request.output, "", 0.5)
        texts = [text, *(path.read_text(errors="replace") for path in request.others)]
        for need in (need for each in texts for need in re.findall(r"// needs: (\w+)", each)):
            if not any(re.search(rf"// defines(?: weakly)?: {need}\n", each) for each in texts):
                return Build(Outcome.NOT_BUILT, request.target, log=f"ld.lld: error: undefined symbol: {need}")
        wave = request.target.wave
        lines = [line for each in texts for line in re.findall(rf"// (?:sh|wave{wave}): (.*)", each)]
        launches = re.findall(r"// launches: (\d+)", text)
        script = ["#!/bin/sh", f"# launches {launches[0] if launches else '-'}", *lines]
        request.output.write_text("\n".join(script) + "\n")
        request.output.chmod(0o755)
        return Build(Outcome.PASSED, request.target, request.output, "", 0.5)


def object_file(text: str) -> bytes:
    """A relocatable ELF file with nothing but the global symbols that the source says it defines."""
    symbols, names = [struct.pack("<IBBHQQ", 0, 0, 0, 0, 0, 0)], b"\0"
    for weakly, name in re.findall(r"// defines( weakly)?: (\w+)", text):
        symbols.append(struct.pack("<IBBHQQ", len(names), (2 if weakly else 1) << 4 | 2, 0, 1, 0, 0))
        names += name.encode() + b"\0"
    table = b"".join(symbols)
    content = 64 + 3 * 64
    header = struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, 64, 0, 64, 0, 0, 64, 3, 0)
    sections = [
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 2, 0, 0, content, len(table), 2, 1, 8, 24),
        (0, 3, 0, 0, content + len(table), len(names), 0, 0, 1, 0),
    ]
    rows = b"".join(struct.pack("<IIQQQQIIQQ", *row) for row in sections)
    return b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + header + rows + table + names + b"\n"


@dataclass
class FakeRunner:
    """Runs the script."""

    name: str = "fake"
    where: str = "a fake GPU"
    lacks: str | None = None
    refuses: str = ""

    def missing(self) -> str | None:
        return self.lacks

    def can_run(self, target: Target) -> str | None:
        return f"no {target.arch} here" if target.arch == self.refuses else None

    def run(
        self,
        binary: Path,
        target: Target,
        args: Sequence[str] = (),
        *,
        limits: Limits,
        cwd: Path,
        keep_files: Sequence[str] = (),
    ) -> Run:
        done = proc.run(
            ["sh", binary, *args],
            timeout=limits.timeout,
            max_output=limits.output,
            cwd=cwd,
            sandbox=True,
            readable=(binary, *linked(cwd)),
        )
        said = re.search(r"# launches (\d+)", binary.read_text())
        ran = as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)
        if done.status == 112:
            return ran._replace(outcome=Outcome.NOT_TRIED, detail=done.stderr.decode().strip())
        return ran._replace(launches=int(said[1]) if said else None)
