"""`--runner ssh:HOST` against a real sshd: copying, running, results, signals, time-outs, and what can go wrong."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools import runners
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import Limits, ssh
from cass_tools.runners.ssh import Remote, SshRunner
from cass_tools.trial import Settings, Unit, build, run
from tests.cli.command import Command
from tests.runners import sshd

pytestmark = pytest.mark.skipif(sshd.missing() is not None, reason=str(sshd.missing()))
TARGET = Target("gfx1100")
THERE = SshRunner("there")
CASS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sshd.Server]:
    folder = tmp_path_factory.mktemp("sshd")
    (folder / "tools").mkdir()
    with sshd.server(folder, f"{folder}/tools:/usr/bin:/bin", {}) as found:
        yield found


@pytest.fixture
def there(server: sshd.Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[sshd.Server]:
    """The server; afterwards nothing is left behind on it."""
    monkeypatch.setenv("PATH", f"{server.client}:{os.environ['PATH']}")
    ssh._asked.cache_clear()
    yield server
    assert list(server.temporary.iterdir()) == []


@pytest.fixture
def gpu(there: sshd.Server, monkeypatch: pytest.MonkeyPatch) -> sshd.Server:
    """The server as if it had an AMD GPU, so that programs run there as they are."""
    monkeypatch.setattr(ssh, "_asked", lambda host: Remote(("gfx1100",), library=True, cass=False))
    return there


def ran(folder: Path, script: str, *args: str, timeout: float = 30.0, keep: tuple[str, ...] = ()) -> Run:
    """Run a shell script there, in the place of a program."""
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    work = folder / "files"
    work.mkdir(exist_ok=True)
    (work / "input.txt").write_text("of the user\n")
    return THERE.run(program, TARGET, args, limits=Limits(timeout=timeout), cwd=work, keep_files=keep)


def alive(mark: str) -> bool:
    """Whether a process with that word in its command line is there."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():
                return True
        except OSError:
            continue
    return False


def gone(mark: str) -> bool:
    """Whether it ends within some seconds."""
    until = time.monotonic() + 10
    while alive(mark) and time.monotonic() < until:
        time.sleep(0.1)
    return not alive(mark)


def test_a_program_has_its_files_and_arguments_there(gpu: sshd.Server, tmp_path: Path) -> None:
    script = 'cat input.txt; printf "%s\\n" "$@"; echo no >&2; mkdir sub; echo 5 > sub/out; echo 6 > "a b"; exit 3'
    done = ran(tmp_path, script, "a b", "'", "$HOME", keep=("sub/out", "a b", "none"))
    assert (done.outcome, done.status, done.runner) == (Outcome.PASSED, 3, "ssh:there")
    assert done.stdout == b"of the user\na b\n'\n$HOME\n"
    assert done.stderr == b"no\n"
    assert done.files == (("sub/out", b"5\n"), ("a b", b"6\n"), ("none", None))
    assert not (tmp_path / "files" / "sub").exists()


def test_a_signal_is_told(gpu: sshd.Server, tmp_path: Path) -> None:
    done = ran(tmp_path, "kill -SEGV $$")
    assert (done.outcome, done.status) == (Outcome.CRASHED, -11)
    assert "SIGSEGV" in done.detail


def test_output_is_cut_off_and_told(gpu: sshd.Server, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nhead -c 100000 /dev/zero\n")
    program.chmod(0o755)
    done = THERE.run(program, TARGET, limits=Limits(output=1000), cwd=tmp_path)
    assert (len(done.stdout), done.cut_off) == (1000, ("stdout",))


def test_what_the_dynamic_linker_misses_is_not_tried(gpu: sshd.Server, tmp_path: Path) -> None:
    said = "p: error while loading shared libraries: libamdhip64.so.9: cannot open shared object file"
    done = ran(tmp_path, f"echo '{said}' >&2; exit 127")
    assert done.outcome is Outcome.NOT_TRIED
    assert "the program needs libamdhip64.so.9" in done.detail


def test_the_time_is_over_there_too(gpu: sshd.Server, tmp_path: Path) -> None:
    mark = f"mark-late-{os.getpid()}"
    done = ran(tmp_path, f"echo begun; sh -c 'sleep 100; : {mark}' & wait", timeout=1.5)
    assert (done.outcome, done.stdout) == (Outcome.TIMED_OUT, b"begun\n")
    assert done.seconds < 10
    assert gone(mark)


@pytest.mark.parametrize("how", ["kill", "interrupt"])
def test_it_ends_with_this_process(gpu: sshd.Server, tmp_path: Path, how: str) -> None:
    mark = f"mark-{how}-{os.getpid()}"
    inner = tmp_path / "inner"
    inner.write_text(f"sh -c 'sleep 100; : {mark}' & sleep 100")
    script = (
        "from pathlib import Path; import tests.runners.test_ssh as t; from cass_tools.runners import ssh;"
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"  # jobs in the background ignore it
        "ssh._asked = lambda host: ssh.Remote(('gfx1100',), True, False);"
        f"t.ran(Path({str(tmp_path)!r}), Path({str(inner)!r}).read_text(), timeout=90)"
    )
    root = Path(__file__).parent.parent.parent
    process = subprocess.Popen([sys.executable, "-c", script], cwd=root, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not alive(f": {mark}") and time.monotonic() < until:
        time.sleep(0.1)
    assert alive(f": {mark}")
    process.send_signal(9 if how == "kill" else 2)
    process.wait(20)
    assert gone(mark)
    for _ in range(100):
        if not list(gpu.temporary.iterdir()):
            break
        time.sleep(0.1)


def test_a_machine_without_gpu_and_cass_is_not_tried(there: sshd.Server, tmp_path: Path) -> None:
    assert THERE.missing() is None
    reason = THERE.can_run(TARGET) or ""
    assert "there has no AMD GPU (no device); cass, which would execute the code there, is not on its PATH" in reason
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    done = run(program, TARGET, THERE, folder=tmp_path, settings=Settings(), data=tmp_path)
    assert (done.outcome, done.detail) == (Outcome.NOT_TRIED, reason)
    assert "only AMD's does" in (THERE.can_run(Target("sm_90")) or "")


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("stranger", "stranger does not let you in without a password: install a key there (ssh-copy-id stranger)"),
        ("changed", "the key of changed is not known here, or is another: connect once with ssh changed"),
        ("closed", "closed cannot be reached: it refuses connections"),
        ("nowhere.invalid", "nowhere.invalid is not known: its name cannot be resolved"),
        ("-oProxyCommand=x", "-oProxyCommand=x is no name of a host"),
        ("", "nothing is no name of a host"),
    ],
)
def test_a_machine_that_cannot_be_used_is_told_why(there: sshd.Server, host: str, said: str) -> None:
    assert said in (SshRunner(host).missing() or "")
    with pytest.raises(Exception, match=r"cannot|not|is no"):
        runners.pick(f"ssh:{host}")


def test_without_a_client_it_says_so(there: sshd.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert "apt-get install openssh-client" in (THERE.missing() or "")


def test_a_full_disk_is_told(gpu: sshd.Server, tmp_path: Path) -> None:
    tar = gpu.folder / "tools" / "tar"
    tar.write_text("#!/bin/sh\necho 'tar: work: Cannot write: No space left on device' >&2\nexit 2\n")
    tar.chmod(0o755)
    try:
        done = ran(tmp_path, "echo 5")
    finally:
        tar.unlink()
    assert (done.outcome, done.detail) == (Outcome.NOT_TRIED, "the disk of there is full")


@pytest.fixture
def executor(there: sshd.Server) -> Iterator[sshd.Server]:
    """The server with cass on its PATH."""
    link = there.folder / "tools" / "cass"
    link.write_text(f'#!/bin/sh\nexec {CASS}/cass "$@"\n')
    link.chmod(0o755)
    yield there
    link.unlink()


@pytest.mark.gpu_code
def test_cass_there_executes_the_code(executor: sshd.Server, tmp_path: Path) -> None:
    path = Path(__file__).parent.parent / "cheats" / "honest_squares.hip"
    built = build(Unit(path, path.read_bytes()), TARGET, ClangCompiler(), tmp_path, "hip")
    assert built.binary, built.log
    assert THERE.where == "the CPU of there"
    done = run(built.binary, TARGET, THERE, folder=tmp_path, settings=Settings(), data=path.parent)
    here = run(built.binary, TARGET, runners.load("exec"), folder=tmp_path, settings=Settings(), data=path.parent)
    assert (done.outcome, done.status, done.stdout) == (Outcome.PASSED, 0, here.stdout), done


@pytest.mark.gpu_code
def test_a_verdict_names_the_machine(executor: sshd.Server, cass: Command) -> None:
    for name in ("squares.cu", "honest_squares.hip"):
        cass.write(name, (Path(__file__).parent.parent / "cheats" / name).read_text())
    words = ("verify", "honest_squares.hip", "--against", "squares.cu", "--arch", "gfx1100", "--runner", "ssh:there")
    said = cass(*words)
    assert said.status == 0, said.out + said.err
    assert "run on the CPU of there" in said.out
    assert cass("run", "honest_squares.hip", "--runner", "ssh:there").status == 0
    said = cass(*words[:-1], "ssh:closed")
    assert (said.status, said.out) == (2, "")
    assert "closed cannot be reached: it refuses connections" in said.err
