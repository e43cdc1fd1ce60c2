"""The entry point of `cass-hipcc`: reads, plans, runs the compiler; exit code and messages are the compiler's own.

1 is, as nvcc has it, whatever keeps it from compiling; 3 is a fault of its own, with a log to send.
"""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import NoReturn

from cass_tools.attached import run_attached
from cass_tools.errors import CassError
from cass_tools.wrapper import answers, flags, runtime
from cass_tools.wrapper.launcher import is_ours, launched
from cass_tools.wrapper.line import LINK, Input, Line
from cass_tools.wrapper.overlay import Overlay, lay_over
from cass_tools.wrapper.plan import Job, Step, foreign, plan, results
from cass_tools.wrapper.settings import Settings, checked, settings
from cass_tools.wrapper.toolbox import toolbox
from cass_tools.wrapper.words import expand

NAME = "cass-hipcc"
FAILED, UNEXPECTED, SIGNALLED = 1, 3, 128
# hipcc's headers choose the NVIDIA platform by themselves where nvcc is on PATH.
ENVIRONMENT = {"HIP_PLATFORM": "amd"}


def main() -> None:
    """Do the command line of this process and end it."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _ended)
    try:
        status = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()  # what is still kept back fails here, where it is told
    except CassError as error:
        _say(f"error: {error}")
        status = FAILED
    except BrokenPipeError:  # `--version | head -1`: whoever asked has read enough
        status = SIGNALLED + signal.SIGPIPE
    except OSError as error:
        _say(f"error: {error.filename or 'the output or a temporary file'}: {error.strerror or error}")
        status = FAILED
    except KeyboardInterrupt:
        status = SIGNALLED + 2
    except Exception as error:  # the user gets a log to send, not a traceback to read
        from cass_tools.crash import write_log

        _say(f"unexpected error: {error or type(error).__name__}. {write_log(sys.argv[1:], error)}")
        status = UNEXPECTED
    _leave(status)


def _leave(status: int) -> NoReturn:
    """End without taking the interpreter apart, which takes as long as a tenth of all that is done here."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:  # a full disk, or nobody reads any more
            status = status or FAILED
    os._exit(status)


def _ended(number: int, frame: FrameType | None) -> None:
    """Leave as if by an exit, so that nothing half-made stays; while the compiler runs, it gets the signal."""
    sys.exit(SIGNALLED + number)


def run(argv: Sequence[str]) -> int:
    """The exit code of one command line."""
    chosen = settings(os.environ, Path.cwd())
    found = launched(argv)
    if chosen.target == "nvidia":
        _become(found.command if found else ("nvcc", *argv))
    line = flags.read(expand(found.words if found else argv, os.environ))
    if found and not is_ours(found, line):
        _become(found.command)
    if line.asked or answers.is_probe(argv):
        return answers.answer(line, argv, chosen)
    if not line.inputs and not line.refused and answers.is_question(argv):
        return _do(Step(answers.question(argv, chosen)), line)
    if line.refused or not line.inputs:
        _say(f"error: {line.refused or 'no input files'}")
        return FAILED
    if line.clean:
        for made in results(line):
            if line.dry_run:
                print(_shown(("rm", made)), file=sys.stderr)
            else:
                Path(made).unlink(missing_ok=True)
        return 0
    if line.verbose or line.dry_run:
        for word, reason in line.dropped:
            _say(f"note: {word} is left out: {reason}")
    if answers.is_program(line):
        return _started(line._replace(output=line.inputs[0].path))
    return _compile(answers.prepared(line), chosen)


def _compile(line: Line, chosen: Settings) -> int:
    gpus = checked(line.gpus) if line.gpus else chosen.gpus
    box = toolbox(gpus, chosen.compiler)
    work = _work_folder()
    try:
        line, removed = answers.without_toolkits(line)
        if line.verbose:
            for folder in removed:
                _say(f"note: {folder} is left out: it holds CUDA's own headers")
            answers.print_protocol(line, chosen._replace(gpus=gpus))
        link = runtime.words(chosen.target, gpus, box) if line.step == LINK else ()
        status = _steps(Job(line, box, gpus, work, lambda source: _seen(source, line, work), link))
        if status and chosen.model != "off" and not line.dry_run:
            from cass_tools.wrapper.asking import proven  # few builds ask

            known = proven(line, gpus, chosen, lambda text: _say(f"note: {text}"))
            if known:
                seen = partial(_seen, line=line, work=work, known=known)
                status = _steps(Job(line, box, gpus, work, seen, link))
        if status:
            if advice := answers.advice(line, box.clang, work):
                _say(f"note: {advice}")
            return status
        if chosen.verify and line.step == LINK and not line.dry_run:
            _prove(line, gpus, chosen)
        return _started(line) if line.run is not None else 0
    finally:
        _remove(work)


def _steps(job: Job) -> int:
    """Do the steps of a command line until one fails; its exit code."""
    return next((status for step in plan(job) if (status := _do(step, job.line, job.work))), 0)


def _seen(source: Input, line: Line, work: Path, known: Mapping[str, bytes] = MappingProxyType({})) -> Overlay:
    """The source as the compiler sees it; what needs a human is said before the compiler speaks."""
    for word in line.options if line.verbose else ():
        if foreign(word, source.language):
            _say(f"note: {word} is left out for {source.path}: it is about another language")
    if line.dry_run and not os.path.exists(source.path):  # noqa: PTH110  asked for the commands with a name of no file
        return Overlay((), source.path, ())
    folder = work / f"overlay-{sum(1 for _ in work.iterdir())}"
    folder.mkdir()
    overlay = lay_over(source.path, source.language, line.options, folder, known.get(source.path))
    for path, remark in overlay.remarks:
        print(f"{path}:{remark.line}:{remark.column}: warning: {remark.message} [{remark.code}]", file=sys.stderr)
    sys.stderr.flush()
    return overlay


def _do(step: Step, line: Line, work: Path | None = None) -> int:
    """One step, its temporary files in `work`; where it fails, what it would have made is not there."""
    environment = {**ENVIRONMENT, "TMPDIR": str(work)} if work else ENVIRONMENT
    status = FAILED
    try:
        if line.dry_run:
            print(_shown(step.argv), file=sys.stderr)
            return 0
        if step.before is not None:
            step.before()
        if line.verbose and step.argv:
            print(_shown(step.argv), file=sys.stderr, flush=True)
        status = _exit_code(run_attached(Path(step.argv[0]), step.argv, env=environment)) if step.argv else 0
        return status
    finally:
        if status and not line.dry_run:
            for made in {step.makes, line.output} - {None, os.devnull, "-"}:
                if made and os.path.isfile(made):  # noqa: PTH113
                    os.unlink(made)  # noqa: PTH108


def _prove(line: Line, gpus: tuple[str, ...], chosen: Settings) -> None:
    """Try what was linked; CassError where its test fails, and it is there no more."""
    if "-shared" in line.link or "-r" in line.link:
        return
    from cass_tools.wrapper.proving import refused  # few command lines are verified

    program, passed = line.output or "a.out", False
    try:
        if why := refused(program, gpus, chosen):
            raise CassError(why)
        passed = True
    finally:
        if not passed:
            Path(program).unlink(missing_ok=True)


def _exit_code(status: int | None) -> int:
    return SIGNALLED - status if status is not None and status < 0 else status or 0


def _started(line: Line) -> int:
    """nvcc's -run: the program, with its arguments."""
    program = os.path.join("" if os.sep in (line.output or "") else ".", line.output or "a.out")  # noqa: PTH118
    return _exit_code(run_attached(Path(program), (program, *(line.run or ()))))


def _become(command: Sequence[str]) -> NoReturn:
    """Another compiler takes this process over, with its words as they were written."""
    from shutil import which

    program = which(command[0])
    if program is None:
        told = "CASS_TARGET=nvidia needs nvcc, which" if command[0] == "nvcc" else command[0]
        raise CassError(f"{told} is not on PATH")
    os.execv(program, list(command))  # noqa: S606


def _work_folder() -> Path:
    place = os.environ.get("TMPDIR") or "/tmp"  # noqa: S108  as clang chooses it
    for number in range(100):
        folder = Path(place, f"{NAME}-{os.getpid()}-{number}")
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            continue
        return folder
    raise CassError(f"{place} is full of folders named {NAME}-*: remove them")


def _remove(folder: Path) -> None:
    for _ in range(5):  # what a compiler that was ended had started may write once more
        for place, folders, files in os.walk(folder, topdown=False):  # shutil takes longer to load than this to do
            for act, names in ((os.unlink, files), (os.rmdir, folders)):
                for name in names:
                    with suppress(OSError):
                        act(os.path.join(place, name))  # noqa: PTH118
        with suppress(OSError):
            folder.rmdir()
        if not folder.exists():
            return
        time.sleep(0.02)


def _shown(argv: Sequence[str]) -> str:
    """A command for a shell; files in quotes as nvcc has them, since scripts take them out of its last line so."""
    from shlex import quote

    words = (f'"{word}"' if word[:1] != "-" and quote(word) == word else quote(word) for word in argv[1:])
    return " ".join((*map(quote, argv[:1]), *words))


def _say(text: str) -> None:
    print(f"{NAME}: {text}", file=sys.stderr)
