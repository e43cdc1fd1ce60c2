"""A real sshd on a free port of the loopback, as this user, with its own keys; and an `ssh` that knows it as `there`.

Found where `./dev test` unpacks it, or where it is installed.
"""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
UNPACKED = ROOT / ".venv" / "openssh"
PLACES = os.pathsep.join((os.environ["PATH"], "/usr/sbin", str(UNPACKED / "usr/sbin")))
# Programs of their own since OpenSSH 9.8 and 10, which the server looks for where its package has them.
PARTS = {
    "SshdSessionPath": UNPACKED / "usr/lib/openssh/sshd-session",
    "SshdAuthPath": UNPACKED / "usr/lib/openssh/sshd-auth",
}


def missing() -> str | None:
    """Why there is no server to test with."""
    return None if shutil.which("sshd", path=PLACES) else "there is no sshd: ./dev test unpacks one"


@dataclass(frozen=True, slots=True)
class Server:
    """`folder` has the configuration; `temporary` is where the programs that run there have their files."""

    folder: Path
    port: int

    @property
    def temporary(self) -> Path:
        """TMPDIR of the other side."""
        return self.folder / "remote"

    @property
    def client(self) -> Path:
        """A folder for PATH with the `ssh` that knows the server."""
        return self.folder / "client"


def _keys(folder: Path) -> None:
    for name in ("host", "user", "stranger"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
        subprocess.run(command, check=True, capture_output=True)
    shutil.copy(folder / "user.pub", folder / "authorized")


def configure(folder: Path, port: int, path: str) -> None:
    """The files of the server and of its client."""
    _keys(folder)
    lines = [
        f"Port {port}",
        "ListenAddress 127.0.0.1",
        f"HostKey {folder}/host",
        f"AuthorizedKeysFile {folder}/authorized",
        f"SetEnv PATH={path} TMPDIR={folder}/remote",
        "StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPidFile none",
    ]
    if shutil.which("sshd", path=PLACES) == str(UNPACKED / "usr/sbin/sshd"):
        lines += [f"{option} {file}" for option, file in PARTS.items() if file.exists()]
    (folder / "sshd_config").write_text("\n".join(lines) + "\n")
    known = (folder / "host.pub").read_text()
    (folder / "known").write_text(f"[127.0.0.1]:{port} {known}")
    (folder / "changed").write_text(f"[127.0.0.1]:{port} {(folder / 'stranger.pub').read_text()}")
    common = f"HostName 127.0.0.1\nUser {getpass.getuser()}\nIdentitiesOnly yes\nStrictHostKeyChecking yes\n"
    hosts = {
        "there": f"Port {port}\nIdentityFile {folder}/user\nUserKnownHostsFile {folder}/known\n",
        "stranger": f"Port {port}\nIdentityFile {folder}/stranger\nUserKnownHostsFile {folder}/known\n",
        "changed": f"Port {port}\nIdentityFile {folder}/user\nUserKnownHostsFile {folder}/changed\n",
        "closed": f"Port 1\nIdentityFile {folder}/user\nUserKnownHostsFile {folder}/known\n",
    }
    config = "".join(f"Host {name}\n{common}{more}" for name, more in hosts.items())
    (folder / "ssh_config").write_text(config)
    (folder / "remote").mkdir()
    (folder / "client").mkdir()
    program = folder / "client" / "ssh"
    program.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {folder}/ssh_config "$@"\n')
    program.chmod(0o755)


@contextlib.contextmanager
def server(folder: Path, path: str, environment: Mapping[str, str]) -> Iterator[Server]:
    """A server that gives its sessions `path` as PATH."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    configure(folder, port, path)
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # which sshd wants of its package
    program = shutil.which("sshd", path=PLACES)
    assert program
    command = [program, "-D", "-e", "-f", str(folder / "sshd_config")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, **environment})
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.05)
        yield Server(folder, port)
    finally:
        process.terminate()
        process.wait()
