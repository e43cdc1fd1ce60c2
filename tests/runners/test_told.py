"""The channel from the host runtime: who is listened to, and who is not."""

import socket
from pathlib import Path

import pytest

from cass_tools.runners.told import Listener


def connect(listener: Listener) -> socket.socket:
    speaker = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    speaker.connect(str(listener.path))
    speaker.settimeout(5)
    return speaker


def greet(speaker: socket.socket, secret: bytes = b"-") -> bytes:
    speaker.sendall(b"hello " + secret + b"\n")
    return speaker.recv(100).rstrip(b"\n")


def line(number: int, secret: bytes, kind: str) -> bytes:
    return b'%d %s {"kind": "%s"}\n' % (number, secret, kind.encode())


def test_the_first_who_comes_is_listened_to(tmp_path: Path) -> None:
    with Listener(tmp_path) as listener, connect(listener) as speaker:
        secret = greet(speaker)
        speaker.sendall(line(1, secret, "launched") + line(2, secret, "did")[:9])
        speaker.sendall(line(2, secret, "did")[9:])
    assert listener.entries == [{"kind": "launched"}, {"kind": "did"}]
    assert not listener.forged
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_knows_the_secret_speaks_too(tmp_path: Path) -> None:
    with Listener(tmp_path) as listener, connect(listener) as parent, connect(listener) as child:
        secret = greet(parent)
        assert greet(child, secret) == secret
        child.sendall(line(1, secret, "did"))
        parent.sendall(line(1, secret, "end"))
    assert {entry["kind"] for entry in listener.entries} == {"did", "end"}
    assert not listener.forged


def test_a_program_that_the_program_starts_is_not_listened_to(tmp_path: Path) -> None:
    with Listener(tmp_path) as listener, connect(listener) as first, connect(listener) as other:
        greet(first)
        assert greet(other) == b""
    assert listener.entries == []
    assert not listener.forged


@pytest.mark.parametrize("greeting", [b"hello 0123\n", b"1 0123 {}\n", b"\n"])
def test_a_guess_is_a_forgery(tmp_path: Path, greeting: bytes) -> None:
    with Listener(tmp_path) as listener, connect(listener) as first, connect(listener) as other:
        greet(first)
        other.sendall(greeting)
        assert other.recv(100) == b""
    assert listener.forged


@pytest.mark.parametrize("forged", [b"{}", b"2 %s {}", b'1 ffff {"kind": "did"}'])
def test_lines_without_the_secret_or_out_of_order_are_forged(tmp_path: Path, forged: bytes) -> None:
    with Listener(tmp_path) as listener, connect(listener) as speaker:
        secret = greet(speaker)
        speaker.sendall((forged % secret if b"%s" in forged else forged) + b"\n")
    assert listener.entries == []
    assert listener.forged


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    with Listener(tmp_path) as listener, connect(listener) as speaker:
        secret = greet(speaker)
        speaker.sendall(b"1 %s {\n2 %s []\n" % (secret, secret) + line(3, secret, "end"))
    assert listener.entries == [{"kind": "end"}]
    assert not listener.forged


def test_a_long_folder_does_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    with Listener(folder) as listener:
        assert listener.path.is_socket()
