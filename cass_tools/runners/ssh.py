"""Programs on another machine that OpenSSH reaches: `--runner ssh:HOST`, where HOST is what `ssh HOST` takes.

The program is built here, and copied there with the files that it reads. On a machine with an AMD GPU and ROCm it runs
as it is; elsewhere `cass`, where that is installed there, executes it. Its output comes back as it is printed, files at
the end, and nothing is left behind. It ends with its time and with this process: remote/run.sh sees to both.
"""

import io
import re
import shlex
import shutil
import signal
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.model import Outcome, Run, Target
from cass_tools.proc import Completed
from cass_tools.runners import Limits
from cass_tools.runners.amd import llvm_name
from cass_tools.runners.exec import ARCHS, FAULTED, NAME, NOT_LOADED, REFUSED, not_loaded
from cass_tools.runners.process import ended_by

SCRIPTS = Path(__file__).parent / "remote"
OPTIONS = ("-T", "-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=10")
HOST = re.compile(r"[A-Za-z0-9_][\w.@:%+-]*")
FAILED = 255  # ssh's own exit status where it could not do its work
LARGEST = 1 << 30  # bytes of what is copied
COPYING = 600.0
SLACK = 20.0  # seconds beyond the program's own that a connection may take
REASONS = (
    ("Permission denied", "{host} does not let you in without a password: install a key there (ssh-copy-id {host})"),
    (
        "Host key verification failed",
        "the key of {host} is not known here, or is another: connect once with ssh {host}",
    ),
    ("Could not resolve", "{host} is not known: its name cannot be resolved"),
    ("Connection refused", "{host} cannot be reached: it refuses connections"),
    ("timed out", "{host} cannot be reached: it did not answer in time"),
    ("No route to host", "{host} cannot be reached: there is no route to it"),
    ("unreachable", "{host} cannot be reached: its network is unreachable"),
    ("No space left", "the disk of {host} is full"),
    ("Disk quota exceeded", "the disk quota on {host} is used up"),
    ("tar: not found", "{host} has no tar"),
)


@dataclass(frozen=True, slots=True)
class Remote:
    """What is there: the AMD GPUs with ROCm, and whether `cass` is installed."""

    gpus: tuple[str, ...]
    library: bool
    cass: bool


@dataclass(frozen=True, slots=True)
class SshRunner:
    """Runs programs on `host`."""

    host: str

    @property
    def name(self) -> str:
        """As it is written after --runner."""
        return f"ssh:{self.host}"

    @property
    def where(self) -> str:
        """The GPU of that machine, or its CPU where it has none."""
        try:
            there = _asked(self.host)
        except CassError:
            return self.host
        return f"the AMD GPU of {self.host}" if there.gpus and there.library else f"the CPU of {self.host}"

    def missing(self) -> str | None:
        """Why that machine cannot be used."""
        if not HOST.fullmatch(self.host):
            return f"{self.host or 'nothing'} is no name of a host: write ssh:HOST, as in ssh HOST."
        if shutil.which("ssh") is None:
            return "There is no ssh; on Debian or Ubuntu: apt-get install openssh-client."
        try:
            _asked(self.host)
        except CassError as error:
            return f"{error}."
        return None

    def can_run(self, target: Target) -> str | None:
        """None where such a GPU is there, or no GPU, but cass."""
        if not target.arch.startswith("gfx"):
            return f"{target.arch} code does not run on {self.host}: only AMD's does"
        there = _asked(self.host)
        if there.gpus and there.library:
            return None if target.arch in there.gpus else f"{self.host} has {', '.join(there.gpus)}, not {target.arch}"
        if there.cass:
            return None if target.arch in ARCHS else f"the executor of {self.host} does not know {target.arch}"
        lacks = "an AMD GPU, but not libamdhip64" if there.gpus else "no AMD GPU (no device)"
        return f"{self.host} has {lacks}; cass, which would execute the code there, is not on its PATH either"

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
        """Copy it there, run it, bring back what it said and wrote. NOT_TRIED: the connection or copying failed."""
        untried = Run(Outcome.NOT_TRIED, self.name, target)
        try:
            folder = _put(self.host, binary, cwd)
        except CassError as error:
            return untried._replace(detail=str(error))
        command = self._command(binary, target, args)
        done = _remote(
            self.host,
            "run.sh",
            (folder, str(limits.timeout), *command),
            timeout=limits.timeout + SLACK,
            held=True,
            max_output=limits.output,
        )
        if done.timed_out:
            return untried._replace(detail=f"{self.host} did not answer any more", seconds=done.seconds)
        try:
            said = _get(self.host, folder, keep_files)
        except CassError as error:
            return untried._replace(detail=str(error), seconds=done.seconds)
        return _judged(_as_run(self.name, target, done, said, keep_files), limits)

    def _command(self, binary: Path, target: Target, args: Sequence[str]) -> tuple[str, ...]:
        """What is started there: the program, or cass with it."""
        program = f"./{binary.name}"
        there = _asked(self.host)
        if there.gpus and there.library:
            return (f"../{binary.name}", *args)
        env = ("env", f"CASS_EXEC_NAME={NAME}", "CASS_EXEC_THREADS=1", "CASS_EXEC_DEVICES=1")
        return (*env, "cass", "run", "--runner", "exec", "--arch", target.arch, f".{program}", "--", *args)

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Copy the program alone, and run it with the terminal of this process."""
        folder = _put(self.host, binary, None)
        command = self._command(binary, target, argv[1:])
        terminal = ("-t",) if sys.stdin.isatty() else ()
        words = ("attached.sh", (folder, str(timeout or 0), *command))
        ssh = ["ssh", *OPTIONS[bool(terminal) :], *terminal, "--", self.host, _line(*words)]
        try:
            return proc.run_attached(Path(shutil.which("ssh") or "ssh"), ssh, timeout=timeout)
        finally:
            _remote(self.host, "get.sh", (folder,), timeout=COPYING)


def _line(script: str, words: Sequence[str]) -> str:
    """A command for the login shell there: a script of ours with its arguments."""
    return shlex.join(("sh", "-c", (SCRIPTS / script).read_text(), "sh", *words))


def _remote(
    host: str,
    script: str,
    words: Sequence[str] = (),
    *,
    timeout: float,
    stdin: bytes = b"",
    held: bool = False,
    max_output: int = proc.MAX_OUTPUT,
) -> Completed:
    command = ["ssh", *OPTIONS, "--", host, _line(script, words)]
    return proc.run(command, timeout=timeout, stdin=stdin, hold_stdin=held, max_output=max_output)


def _succeeded(host: str, done: Completed, what: str) -> bytes:
    """The output of a script; CassError says why it did not end well."""
    if done.timed_out:
        raise CassError(f"{host} cannot be used: {what} took more than {done.seconds:.0f} s")
    if done.status == 0:
        return done.stdout
    said = done.stderr.decode(errors="replace").strip()
    for mark, sentence in REASONS:
        if mark in said:
            raise CassError(sentence.format(host=host))
    last = said.splitlines()[-1] if said else f"it ended with status {done.status}"
    raise CassError(f"{host} cannot be used: {what} failed: {last}")


@lru_cache(maxsize=8)
def _asked(host: str) -> Remote:
    """What the machine has; asked once. CassError where it cannot be reached."""
    text = _succeeded(host, _remote(host, "ask.sh", timeout=60), "connecting").decode(errors="replace")
    words = [line.split() for line in text.splitlines()]
    gpus = [llvm_name(int(line[1])) for line in words if line[:1] == ["gpu"] and line[1:] and line[1].isdigit()]
    return Remote(tuple(dict.fromkeys(gpus)), ["library"] in words, ["cass"] in words)


def _put(host: str, binary: Path, work: Path | None) -> str:
    """Copy the program, and the files of its directory, into a new folder there; its path."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", dereference=True, compresslevel=1) as archive:
        archive.add(binary, binary.name)
        if work is not None:
            archive.add(work, "work")
        if packed.tell() > LARGEST:
            raise CassError(f"{work} holds more than {LARGEST >> 20} MiB, which are not copied to {host}")
    done = _remote(host, "put.sh", timeout=COPYING, stdin=packed.getvalue())
    return _succeeded(host, done, "copying the program").decode().strip()


def _get(host: str, folder: str, names: Sequence[str]) -> dict[str, bytes]:
    """The files of a run by their names, and `status`; the folder there is removed."""
    done = _remote(host, "get.sh", (folder, *names), timeout=COPYING, max_output=LARGEST)
    data = _succeeded(host, done, "bringing back the results")
    found = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.isfile() and (content := archive.extractfile(member)):
                found[member.name.removeprefix("./").removeprefix("work/")] = content.read()
    return found


def _as_run(name: str, target: Target, done: Completed, said: dict[str, bytes], keep_files: Sequence[str]) -> Run:
    """The run, by the status that the script has left: a number, above 128 for a signal."""
    text = said.get(".status", b"").decode().strip()
    plain = Run(
        Outcome.PASSED,
        name,
        target,
        stdout=done.stdout,
        stderr=done.stderr,
        files=tuple((file, said.get(file)) for file in keep_files),
        seconds=done.seconds,
        cut_off=tuple(each for each in done.cut_off if each == "stdout"),
    )
    if text == "late":
        return plain._replace(outcome=Outcome.TIMED_OUT, detail=f"stopped after {done.seconds:.0f} s")
    if not text.isdigit():
        return plain._replace(outcome=Outcome.NOT_TRIED, detail="the connection ended before the program did")
    status = int(text)
    if status > 128 and status - 128 in signal.valid_signals():
        return plain._replace(outcome=Outcome.CRASHED, status=128 - status, detail=ended_by(status - 128))
    return plain._replace(status=status)


def _judged(done: Run, limits: Limits) -> Run:
    """What the dynamic linker or cass there has refused is NOT_TRIED, a fault of a kernel a crash."""
    last = next((x for x in reversed(done.stderr.decode(errors="replace").splitlines()) if x.startswith("cass: ")), "")
    said = last.removeprefix("cass: ")
    if done.status == NOT_LOADED and (sentence := not_loaded(done.stderr)):
        return done._replace(outcome=Outcome.NOT_TRIED, detail=sentence)
    if done.status == REFUSED and said:
        return done._replace(outcome=Outcome.NOT_TRIED, detail=said)
    if done.status == FAULTED and said:
        return done._replace(outcome=Outcome.CRASHED, detail=said)
    return done
