"""What a program in the sandbox can reach: networks, sockets, processes, privileges."""

import contextlib
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator

import pytest

from cass_tools import proc
from cass_tools.proc import Completed
from cass_tools.sandbox.policy import Box

Python = Callable[..., Completed]
TALK = """if True:
    import socket, sys
    s = socket.socket(getattr(socket, sys.argv[1]), getattr(socket, sys.argv[2]))
    address = sys.argv[3].replace('@', chr(0))
    s.connect((address, int(sys.argv[4])) if sys.argv[1] == 'AF_INET' else address)
    s.send(b'stolen')
    print('sent')
"""


@contextlib.contextmanager
def listening(family: int, kind: int, address: str | tuple[str, int]) -> Iterator[socket.socket]:
    with socket.socket(family, kind) as server:
        server.bind(address)
        if kind == socket.SOCK_STREAM:
            server.listen()
        server.settimeout(0.2)
        yield server


@pytest.mark.parametrize("kind", ["SOCK_STREAM", "SOCK_DGRAM"])
def test_no_network(form: str, python: Python, kind: str) -> None:
    with listening(socket.AF_INET, getattr(socket, kind), ("127.0.0.1", 0)) as server:
        done = python(TALK, "AF_INET", kind, "127.0.0.1", server.getsockname()[1])
        assert b"Error" in done.stderr or (
            kind == "SOCK_DGRAM" and form == "bubblewrap"
        )  # it has a loopback of its own
        with pytest.raises(TimeoutError):
            server.recvfrom(10) if kind == "SOCK_DGRAM" else server.accept()


def test_no_names_are_looked_up(form: str, python: Python) -> None:
    done = python("import socket; print(socket.getaddrinfo('example.com', 80))", timeout=20)
    assert done.status == 1, (form, done.stdout)


@pytest.mark.parametrize("name", ["{}/agent", "\0cass-test-{}"])
def test_no_sockets_of_this_machine(form: str, python: Python, name: str) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        address = name.format(folder)
        with listening(socket.AF_UNIX, socket.SOCK_STREAM, address) as server:
            done = python(TALK, "AF_UNIX", "SOCK_STREAM", address.replace("\0", "@"))
            assert b"Error" in done.stderr, form
            with pytest.raises(TimeoutError):
                server.accept()


def test_a_pair_of_sockets_works(form: str, python: Python) -> None:
    script = "import socket; a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1))"
    assert python(script).stdout == b"b'x'\n", form


def test_no_signals_to_others(form: str, python: Python) -> None:
    with subprocess.Popen(["/bin/sleep", "60"]) as other:
        done = python("import os, sys; os.kill(int(sys.argv[1]), 9)", other.pid)
        assert done.status == 1, form
        assert other.poll() is None
        other.kill()


def test_no_capabilities_and_no_new_ones(form: str, python: Python) -> None:
    status = python("print(open('/proc/self/status').read())").stdout.decode()
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert {int(fields[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {0}, form
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")


def test_the_kernels_key_rings_are_closed(form: str, python: Python) -> None:
    number = "250 if os.uname().machine == 'x86_64' else 219"
    script = f"import ctypes, os; print(ctypes.CDLL(None).syscall({number}, 0, -3, 0))"
    assert python(script).stdout.strip() == b"-1", form


@pytest.mark.parametrize("ended", ["exit 7", "kill -SEGV $$", "kill -ABRT $$", "true"])
def test_how_it_ended_is_told(form: str, ended: str) -> None:
    status = {"exit 7": 7, "kill -SEGV $$": -11, "kill -ABRT $$": -6, "true": 0}[ended]
    done = proc.run(["sh", "-c", ended], sandbox=True)
    assert (done.status, done.timed_out, done.stopped) == (status, False, ""), form


def test_only_a_lesser_form_is_warned_of(form: str) -> None:
    notes = " ".join(proc.run(["true"], sandbox=True).notes)
    assert ("user namespaces are not allowed here" in notes) is (form == "plain")
    assert form == "plain" or not notes


def test_all_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Box.words
    less = [f"n:{part}" for part in ("namespaces", "bubblewrap", "landlock")]
    monkeypatch.setattr(Box, "words", lambda box, environment: [*words(box, environment), *less])
    notes = proc.run(["true"], sandbox=True).notes
    assert any("files were not protected" in note for note in notes)
    assert any("kept apart less than usual" in note for note in notes)
