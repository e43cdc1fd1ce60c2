"""The executor as a runner: the program's own machine code, AMD's or NVIDIA's, translated and executed on this CPU.

The host program is run as it was built. Only the library that it asks for is ours: it loads the code object, has its
kernels translated when they are launched, and writes a report when it has to stop.
"""

import compileall
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cass_tools import deeds, proc
from cass_tools.compilers import toolchain
from cass_tools.compilers.cache import cache_root
from cass_tools.errors import CassError
from cass_tools.executor import cache, link, stand_in
from cass_tools.model import Outcome, Run, Target
from cass_tools.proc import Completed
from cass_tools.runners import CHECKS, Limits, Watching, lifting
from cass_tools.runners.process import as_run
from cass_tools.runners.told import FORGED, Entry, Listener
from cass_tools.sandbox import policy
from cass_tools.workspace import linked

ARCHS = ("gfx906", "gfx908", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1101", "gfx1102", "gfx1200", "gfx1201")
REFUSED, FAULTED, NOT_LOADED = 112, 113, 127  # exit statuses: the runtime's two, and the dynamic linker's
ABORTING = ("assert", "trap")  # kinds of report after which it ends by SIGABRT, for which programs may have a handler
FOUND = 114  # exit status of a program that ended well, though checks have found something
UNDEFINED = re.compile(rb"undefined symbol: (\w+)")
NO_LIBRARY = re.compile(rb"error while loading shared libraries: ([^:\s]+): (.*)")
NAME = "AMD GPU"  # what every GPU is called in a run that is compared: programs print it
# In the sentences of programs whose lanes wait for each other: some in a loop, all that is left of a workgroup, or
# perhaps, where several waves go round the same loop until the time is over.
DEADLOCKS = (
    "deadlock inside a wavefront",
    "deadlock: every wave that is left waits for memory",
    "no wavefront has come to a barrier or its end",
)
WAITING = "waiting"  # the kind of report that nothing of a kernel gets on, of use when the program is stopped
REPORT_LIMIT = 16 << 20  # bytes of the report that are read
AT_RUN_TIME = ("device-libs", "half-header", "cuda-on-hip")  # of the user's cache, what compiling in a program needs
DEVICE_SHARE = 4  # a program may use a quarter of its memory limit for itself, the rest as device memory


@dataclass(frozen=True, slots=True)
class ExecRunner:
    """Runs AMD programs without an AMD GPU, with `checks` of their memory accesses where asked for.

    `scalar`: NVIDIA's code runs thread by thread as this CPU's own, apart from all that concerns AMD's GPUs.
    `brief`: the program is over with the first thing that checks find.
    `schedule`: seed of an order of workgroups and waves; 0 is that of their numbers. `watching`: for records.
    `observing`: what the program does on the GPU is brought back (`Run.deeds`). `asked` are further variables for the
    runtime, `writable` folders that it may write to for them; `readable` hold libraries of the program's own.
    """

    checks: tuple[str, ...] = ()
    scalar: bool = False
    schedule: int = 0
    brief: bool = False
    observing: bool = False
    asked: tuple[tuple[str, str], ...] = ()
    writable: tuple[Path, ...] = ()
    readable: tuple[Path, ...] = ()
    name: str = "exec"
    where: str = "this CPU"
    words: str = "executed on this CPU, not on AMD hardware"
    watching: Watching | None = None

    def missing(self) -> str | None:
        """What is needed besides this package: LLVM through llvmlite, a C++ compiler once, a linker."""
        if find_spec("llvmlite") is None:
            return "llvmlite is not installed; pip install llvmlite"
        if stand_in.compiler() is None:
            return f"No C++ compiler is on PATH to build the HIP host runtime with; {stand_in.GET_COMPILER}."
        if link.linker() is None:
            return "No linker (ld.lld or ld) is on PATH; on Debian or Ubuntu: apt-get install binutils."
        return None

    def can_run(self, target: Target) -> str | None:
        """None for the GPUs that are played, and for NVIDIA's code where it may be lifted."""
        if lifting.is_nvidia(target):
            return lifting.lacking()
        return None if target.arch in ARCHS else f"the executor does not know {target.arch}, only {', '.join(ARCHS)}"

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
        """Run it in the sandbox. NOT_TRIED: it needs something that is not supported, and `detail` names it."""
        try:
            library = stand_in.folder()
        except CassError as error:
            return Run(Outcome.NOT_TRIED, self.name, target, detail=str(error))
        kernels = _kernel_folder()
        scratch = Path(tempfile.mkdtemp(prefix="cass-exec-"))
        try:
            with Listener(scratch) as listener:
                done = proc.run(
                    [binary, *args],
                    timeout=limits.timeout,
                    memory=limits.memory,
                    max_output=limits.output,
                    cwd=cwd,
                    env=self._environment(library, kernels, target) | self._terms(limits) | listener.environment,
                    inherit=(listener.file,),
                    sandbox=True,
                    readable=(*linked(cwd), *self.readable, *self._tools(target)),
                    writable=(scratch, *self.writable, *((self.watching.folder,) if self.watching else ())),
                    caches=(kernels,),
                )
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        said = _said(listener.entries)
        plain = as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)._replace(
            launches=len(said.started),
            started=frozenset(said.started),
            findings=said.findings,
            misuse=said.misuse,
            deeds=deeds.read(listener.entries) if self.observing else None,
            forged=FORGED if listener.forged else "",
        )
        return _judged(plain, done, said.trouble)

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Run it without the sandbox; the runtime says itself what it refuses (REFUSED), where a kernel failed, and
        what checks find (FOUND)."""
        environment = self.environment(target)
        if not self.checks:
            return proc.run_attached(binary, argv, env=environment, timeout=timeout)
        with tempfile.TemporaryDirectory(prefix="cass-exec-") as folder:
            environment |= {"CASS_EXEC_CHECK": ",".join(self.checks)}
            with Listener(Path(folder)) as listener:
                environment |= {"CASS_EXEC_REPORT": str(listener.path)}
                status = proc.run_attached(binary, argv, env=environment, timeout=timeout)
            return FOUND if status == 0 and _said(listener.entries).findings else status

    def environment(self, target: Target) -> dict[str, str]:
        """The variables that make any program, and those that it starts, run on the executor."""
        return self._environment(stand_in.folder(), _kernel_folder(), target)

    def _terms(self, limits: Limits) -> dict[str, str]:
        """What the runtime reads in runs that are compared, which must not vary."""
        return {
            "CASS_EXEC_NAME": NAME,
            "CASS_EXEC_THREADS": _threads(),
            "CASS_EXEC_DEVICES": os.environ.get("CASS_EXEC_DEVICES", "1"),
            "CASS_EXEC_MEMORY": str(limits.memory - limits.memory // DEVICE_SHARE),
            "CASS_EXEC_CHECK": ",".join(self.checks),
            "CASS_EXEC_SCHEDULE": str(self.schedule),
            **({"CASS_EXEC_CHECK_ENDS": "1"} if self.brief else {}),
            **({"CASS_EXEC_DEEDS": "1"} if self.observing else {}),
            **(self.watching.environment if self.watching else {}),
            **dict(self.asked),
        }

    def _tools(self, target: Target) -> tuple[Path, ...]:
        """What the program may read because the executor, in the same sandbox, has to: tools, libraries, caches."""
        named = lifting.environment(target, scalar=self.scalar).values() if lifting.is_nvidia(target) else ()
        tools = [Path(value) for value in named if value.startswith(os.sep) and Path(value).exists()]
        clang = toolchain.find_clang()  # for programs that compile at run time
        tools += [clang.path] if clang else []
        caches = [cache.root(), *(cache_root() / name for name in AT_RUN_TIME)]
        places = [policy.installation(tool) if tool.is_file() else tool for tool in tools]
        return tuple(dict.fromkeys((*policy.interpreter(), *caches, *places)))

    def _environment(self, library: Path, kernels: Path, target: Target) -> dict[str, str]:
        """What the runtime reads; libraries of the user stay reachable behind ours."""
        others = os.environ.get("LD_LIBRARY_PATH")
        package = str(cache.PACKAGE.parent.parent)
        nvidia = lifting.is_nvidia(target)
        return {
            "LD_LIBRARY_PATH": f"{library}:{others}" if others else str(library),
            "PYTHONPATH": os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH")))),
            **(lifting.environment(target, scalar=self.scalar) if nvidia else _amd(target)),
            "CASS_EXEC_CACHE": str(kernels),
            "CASS_EXEC_HOME": str(cache.root()),
            "CASS_EXEC_PYTHON": sys.executable,
            "CASS_CACHE": str(cache_root()),
        }


def _threads() -> str:
    return os.environ.get("CASS_EXEC_THREADS", "1")


def keeps_its_order() -> bool:
    """Whether workgroups run in the same order each time that it is asked for: on one thread they do."""
    return _threads() == "1"


def _amd(target: Target) -> dict[str, str]:
    """The GPU that is played, and the headers that a program of this machine was probably built with: one name of the
    library stands for HIP 4.3 to 5.7, though not all of their structures are the same."""
    headers = toolchain.find_headers()
    release = {"CASS_EXEC_HIP_RELEASE": f"{headers.version[0]}{headers.version[1]:02}"} if headers else {}
    return {"CASS_EXEC_ARCH": target.arch} | release


def _kernel_folder() -> Path:
    """The folder for translated kernels. Where it is new the translator's sources are, too: they are compiled to
    bytecode, which the helper cannot keep from inside the sandbox, and would spend its time on at each start."""
    folder = cache.kernels()
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        if not sys.dont_write_bytecode:
            compileall.compile_dir(cache.PACKAGE, quiet=2)
    return folder


@dataclass(frozen=True, slots=True)
class Said:
    """What the runtime reported: the last trouble (empty without any), names of kernels started (of each module one),
    findings of checks, calls that mean something here and need not elsewhere."""

    trouble: dict[str, str]
    started: tuple[str, ...]
    findings: tuple[str, ...]
    misuse: tuple[str, ...] = ()


def _said(entries: Iterable[Entry]) -> Said:
    """The sum of the runtime's lines."""
    trouble: dict[str, str] = {}
    started, findings, misuse = [], [], []
    for entry in entries:
        kind = entry.get("kind")
        if kind == "launched":
            started.append(entry.get("kernel", ""))
        elif kind == "misuse":
            misuse.append(entry.get("message", ""))
        elif kind in CHECKS:
            findings.append(entry.get("message", ""))
        elif "message" in entry:
            trouble = entry
    return Said(trouble, tuple(started), tuple(findings), tuple(misuse))


def _judged(plain: Run, done: Completed, said: dict[str, str]) -> Run:
    """The run with its outcome by what the runtime reported, or the dynamic linker said."""
    message = said.get("message", "")
    if plain.forged:
        return plain._replace(outcome=Outcome.CRASHED, detail=plain.forged)
    if done.status == REFUSED and message:
        return plain._replace(outcome=Outcome.NOT_TRIED, detail=message)
    if message and (done.status == FAULTED or said.get("kind") in ABORTING):
        return plain._replace(outcome=Outcome.CRASHED, detail=message)
    if done.status == NOT_LOADED and (sentence := not_loaded(done.stderr)):
        return plain._replace(outcome=Outcome.NOT_TRIED, detail=sentence)
    if plain.outcome is Outcome.TIMED_OUT and said.get("kind") == WAITING:
        return plain._replace(detail=f"{plain.detail}; {message}")
    return plain


def not_loaded(stderr: bytes) -> str | None:
    """What the dynamic linker did not find: a function when it was called first, a library at the start."""
    if found := UNDEFINED.search(stderr):
        return f"the program calls {found[1].decode()}, which the executor does not have"
    if found := NO_LIBRARY.search(stderr):
        library, why = found[1].decode(errors="replace"), found[2].decode(errors="replace").strip()
        return f"the program needs {library}, which cannot be loaded here ({why})"
    return None


RUNNER = ExecRunner()
SCALAR = ExecRunner(scalar=True)
