"""Real programs: limits hold, nothing is left behind, output is bounded, the sandbox keeps files and the network."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.errors import CassError

MIB = 1 << 20


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pid: int) -> bool:
    for _ in range(100):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def test_status_and_both_streams() -> None:
    done = proc.run(["sh", "-c", "echo out; echo err >&2; exit 3"])
    assert (done.status, done.stdout, done.stderr, done.timed_out) == (3, b"out\n", b"err\n", False)


def test_a_signal_is_a_negative_status() -> None:
    assert proc.run(["sh", "-c", "kill -SEGV $$"]).status == -11


def test_input_larger_than_a_pipe_comes_back_whole() -> None:
    data = os.urandom(3 * MIB)
    assert proc.run(["cat"], stdin=data).stdout == data


def test_both_streams_full_at_once_do_not_block() -> None:
    script = "import sys; [(sys.stdout.write('x' * 99999), sys.stderr.write('y' * 99999)) for _ in range(20)]"
    done = proc.run([sys.executable, "-c", script], timeout=60)
    assert (len(done.stdout), len(done.stderr)) == (1999980, 1999980)


def test_output_is_cut_and_the_program_still_ends() -> None:
    done = proc.run(["sh", "-c", "head -c 5000000 /dev/zero; exit 7"], max_output=1000)
    assert (done.status, len(done.stdout), done.cut_off) == (7, 1000, ("stdout",))


def test_time_out_ends_the_whole_group_and_keeps_what_was_said() -> None:
    began = time.monotonic()
    done = proc.run(["sh", "-c", "sleep 60 & echo $!; wait"], timeout=1)
    assert (done.status, done.timed_out) == (None, True)
    assert time.monotonic() - began < 20
    assert wait_until_gone(int(done.stdout))


def test_time_out_reaches_a_child_in_another_session() -> None:
    done = proc.run(["sh", "-c", "setsid sh -c 'echo $$; exec sleep 60' & wait; sleep 60"], timeout=2)
    assert wait_until_gone(int(done.stdout))


def test_a_child_left_behind_does_not_keep_the_call_and_dies() -> None:
    began = time.monotonic()
    done = proc.run(["sh", "-c", "sleep 60 & echo $!"])
    assert time.monotonic() - began < 20
    assert done.status == 0
    assert wait_until_gone(int(done.stdout))


def test_memory_is_limited_but_untouched_address_space_is_not() -> None:
    allocate = "import ctypes; bytearray(600 << 20)"
    assert proc.run([sys.executable, "-c", allocate], memory=300 * MIB).status == 1
    reserve = "import mmap; mmap.mmap(-1, 64 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=0)"
    assert proc.run([sys.executable, "-c", reserve], memory=300 * MIB).status == 0


def test_no_core_dumps() -> None:
    assert proc.run(["sh", "-c", "sleep 0.2; ulimit -c"]).stdout == b"0\n"


@pytest.mark.parametrize("sandbox", [False, True])
def test_a_missing_program_is_a_sentence(sandbox: bool) -> None:
    with pytest.raises(CassError, match="no-such-program cannot be started: No such file"):
        proc.run(["no-such-program"], sandbox=sandbox)


def test_sandbox_writes_only_where_it_may(tmp_path: Path) -> None:
    outside, work, shared = tmp_path / "outside", tmp_path / "work", tmp_path / "shared"
    for folder in (outside, work, shared):
        folder.mkdir()
    (outside / "mine").write_text("precious")
    script = (
        f"echo a > here; echo b > $HOME/there; echo c > {shared}/s; echo d > {outside}/new; echo e > {outside}/mine"
    )
    done = proc.run(["sh", "-c", script], cwd=work, sandbox=True, writable=[shared])
    if any("files were not protected" in note for note in done.notes):
        pytest.fail(f"this machine has no Landlock: {done.notes}")
    assert (work / "here").read_text() == "a\n"
    assert (shared / "s").read_text() == "c\n"
    assert (outside / "mine").read_text() == "precious"
    assert not (outside / "new").exists()


def test_sandbox_has_no_network() -> None:
    script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0))"
    readable = (Path(sys.prefix), Path(sys.base_prefix))
    assert b"PermissionError" in proc.run([sys.executable, "-c", script], sandbox=True, readable=readable).stderr
    listing = proc.run(["cat", "/proc/self/net/dev"], sandbox=True)
    if not listing.notes:
        names = [line.split(":")[0].strip() for line in listing.stdout.decode().splitlines()[2:]]
        assert [n for n in names if not n.startswith("ifb")] == ["lo"]


def test_sandbox_hides_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hidden")
    monkeypatch.setenv("LC_ALL", "C")
    shown = proc.run(["env"], sandbox=True, env={"EXTRA": "1"}).stdout.decode().splitlines()
    assert not any("hidden" in line for line in shown)
    assert {"EXTRA=1", "LC_ALL=C"} <= set(shown)
    home = next(line for line in shown if line.startswith("HOME=")).removeprefix("HOME=")
    assert not Path(home).exists()  # private, and gone with the program


def test_sandbox_gains_no_privileges() -> None:
    assert b"NoNewPrivs:\t1" in proc.run(["cat", "/proc/self/status"], sandbox=True).stdout


def test_end_all_stops_what_other_threads_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proc, "_ending", threading.Event())
    results: list[proc.Completed] = []
    thread = threading.Thread(target=lambda: results.append(proc.run(["sleep", "60"])))
    thread.start()
    while not proc._running:
        time.sleep(0.01)
    proc.end_all()
    thread.join(20)
    assert results[0].status == -9
    with pytest.raises(CassError, match="interrupted"):
        proc.run(["true"])


def attach(script: str, *, timeout: float | None = None) -> int | None:
    return proc.run_attached(Path("/bin/sh"), ["a name", "-c", script], timeout=timeout)


def test_an_attached_program_has_our_streams(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert attach('echo "$0: out"; echo err >&2; exit 3') == 3
    assert capfd.readouterr() == ("a name: out\n", "err\n")
    assert attach("kill -SEGV $$") == -11
    with pytest.raises(CassError, match="cannot be started: No such file"):
        proc.run_attached(tmp_path / "none", ["none"])


def test_an_attached_program_is_stopped_with_its_children(capfd: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    assert attach("sleep 60 & echo $!; wait", timeout=0.5) is None
    assert time.monotonic() - began < 20
    assert wait_until_gone(int(capfd.readouterr().out))


ATTACHED = """
import sys
from pathlib import Path
from cass_tools import proc
print(proc.run_attached(Path("/bin/sh"), ["sh", "-c", sys.argv[1]]))
"""


def test_a_signal_is_passed_on_to_an_attached_program() -> None:
    script = "trap 'echo got; exit 7' TERM; echo ready; read line; echo \"$line\"; while :; do sleep 0.1; done"
    command = [sys.executable, "-c", ATTACHED, script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        assert process.stdout.readline() == b"ready\n"
        process.stdin.write(b"a line\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"a line\n"  # while the program runs
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b"got\n7\n"


def test_an_interrupt_from_the_terminal_comes_once() -> None:
    """The terminal signals the whole foreground group; what this process gets it does not pass on again."""
    script = "trap 'echo got' INT; echo ready; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done; exit 5"
    pid, terminal = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests run in the background
        os.execv(sys.executable, [sys.executable, "-c", ATTACHED, script])  # noqa: S606
    said = b""
    with contextlib.suppress(OSError):  # the end of a terminal
        while block := os.read(terminal, 1000):
            said += block
            if said.endswith(b"ready\r\n"):
                os.write(terminal, b"\x03")
    os.waitpid(pid, 0)
    os.close(terminal)
    assert said.replace(b"^C", b"").split() == [b"ready", b"got", b"5"]


def test_standard_input_can_be_held_until_this_process_ends() -> None:
    assert proc.run(["cat"], timeout=10).status == 0
    held = proc.run(["cat"], timeout=0.5, hold_stdin=True)
    assert (held.timed_out, held.stdout) == (True, b"")
    assert proc.run(["sh", "-c", "echo 5"], timeout=10, hold_stdin=True).stdout == b"5\n"
