"""A compiler and a runner without a GPU: a "source" says in comments, in shell, what its program does.

`// sh: COMMAND` lines are the program; `// wave64: COMMAND` and `// wave32: COMMAND` lines only for such a target;
`// no build: SENTENCE` does not compile; `// needs: NAME` links only with an archive that holds NAME; `// launches: N`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import BuildRequest
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.runners.process import as_run


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
        for need in re.findall(r"// needs: (\w+)", text):
            archived = b"".join(path.read_bytes() for path in request.others)
            if not request.object_only and need.encode() not in archived:
                return Build(Outcome.NOT_BUILT, request.target, log=f"ld.lld: error: undefined symbol: {need}")
        wave = request.target.wave
        lines = re.findall(rf"// (?:sh|wave{wave}): (.*)", text)
        launches = re.findall(r"// launches: (\d+)", text)
        script = ["#!/bin/sh", f"# launches {launches[0] if launches else '-'}", *lines]
        if request.object_only:
            script += re.findall(r"// defines: (\w+)", text)
        request.output.write_text("\n".join(script) + "\n")
        request.output.chmod(0o755)
        return Build(Outcome.PASSED, request.target, request.output, "", 0.5)


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
        done = proc.run(["sh", binary, *args], timeout=limits.timeout, max_output=limits.output, cwd=cwd, sandbox=True)
        said = re.search(r"# launches (\d+)", binary.read_text())
        ran = as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)
        if done.status == 112:
            return ran._replace(outcome=Outcome.NOT_TRIED, detail=done.stderr.decode().strip())
        return ran._replace(launches=int(said[1]) if said else None)
