"""What this machine has for porting: each part with what it gives, and how to get it where it is missing."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cass_tools.compilers.inventory import inventory
from cass_tools.runners import MODULES, load


@dataclass(frozen=True, slots=True)
class Part:
    """`found` says what is here; where it is empty, `get` says how to get it. `gives` is what it is good for."""

    name: str
    found: str
    gives: str
    get: str = ""


def parts() -> Iterator[Part]:
    """Everything that helps, the necessary first."""
    yield from (Part(tool.name, tool.found or "", tool.gives, tool.get) for tool in inventory())
    yield from _libraries()
    for name in MODULES:
        runner = load(name)
        lacks = runner.missing()
        yield Part(f"runner {name}", "" if lacks else f"runs programs on: {runner.where}", RUNNERS[name], lacks or "")
    ssh = shutil.which("ssh")
    yield Part(
        "runner ssh:HOST",
        ssh or "",
        "runs programs on another machine",
        "on Debian or Ubuntu: apt-get install openssh-client",
    )


RUNNERS = {
    "exec": "runs AMD machine code on this CPU: verification without a GPU",
    "amd": "runs programs on a real AMD GPU",
    "nvidia": "runs the CUDA original, the best reference, and ports on a real NVIDIA GPU",
}


def _libraries() -> Iterator[Part]:
    yield _package("llvmlite", "translates GPU code for the executor", "pip install llvmlite")
    yield _package("pygls", "the language server for editors", "pip install 'cass-tools[lsp]'")


def _package(name: str, gives: str, get: str) -> Part:
    spec = find_spec(name)
    return Part(name, str(Path(spec.origin).parent) if spec and spec.origin else "", gives, get)
