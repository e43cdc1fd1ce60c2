"""The compiler and its folders, found once and remembered: asking clang for its version costs more than a translation.

What is remembered is kept in the cache under a key of everything that the search looks at, with the sizes and times of
the files that were found; where one of them has changed, the search is made again.
"""

import json
import os
from pathlib import Path
from typing import NamedTuple

from cass_tools.wrapper.digest import sha256
from cass_tools.wrapper.stamp import code_stamp, stamp_of

LOOKED_AT = ("PATH", "ROCM_PATH", "HIP_PATH", "CASS_CACHE", "XDG_CACHE_HOME", "HOME", "CASS_EXEC_HOME", "CXX")


class Toolbox(NamedTuple):
    """A clang++ with AMD's back end, where HIP is, the device libraries of each GPU, options that complete HIP's
    headers, folders to link with, and the generation of HIP's library."""

    clang: str
    rocm: str
    libraries: dict[str, str]
    options: tuple[str, ...]
    link: tuple[str, ...]
    generation: int


def toolbox(gpus: tuple[str, ...], compiler: str = "auto") -> Toolbox:
    """What to build with for these GPUs; CassError where a tool is missing, with what to install."""
    from cass_tools.cache_root import cache_root

    said = [code_stamp(), compiler, *gpus, *(os.environ.get(name, "") for name in LOOKED_AT)]
    file = cache_root() / "toolbox" / f"{sha256(json.dumps(said).encode()).hexdigest()[:24]}.json"
    try:
        known = json.loads(file.read_bytes())
        if all(stamp_of(path) == stamp for path, stamp in known["files"].items()):
            clang, rocm, libraries, options, link, generation = known["box"]
            return Toolbox(clang, rocm, libraries, tuple(options), tuple(link), generation)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass
    box, files = _found(gpus, compiler)
    _keep(file, json.dumps({"files": {path: stamp_of(path) for path in files}, "box": box}))
    return box


def _found(gpus: tuple[str, ...], compiler: str) -> tuple[Toolbox, list[str]]:
    from cass_tools.compilers import pick, toolchain
    from cass_tools.compilers.clang import ClangCompiler, runtime
    from cass_tools.config import Config

    chosen = pick(Config(compiler=compiler))
    drivers = {gpu: chosen.driver("hip", gpu) for gpu in gpus}
    driver = next(iter(drivers.values()))
    libraries = {gpu: str(found.device_libraries or "") for gpu, found in drivers.items()}
    headers = toolchain.headers_in(driver.rocm_path) or toolchain.find_headers()
    generation = headers.version[0] if headers else 0
    folders = [driver.rocm_path / "lib", driver.rocm_path / "lib64"]
    if isinstance(chosen, ClangCompiler) and (ours := runtime(generation)):
        folders.insert(0, ours)
    link = tuple(str(folder) for folder in folders if folder.is_dir())
    include = () if driver.rocm_path == Path("/usr") else ("-isystem", str(driver.rocm_path / "include"))
    box = Toolbox(str(driver.path), str(driver.rocm_path), libraries, (*driver.options, *include), link, generation)
    version = driver.rocm_path / "include" / "hip" / "hip_version.h"
    ours_too = [word for word in driver.options if word.startswith(os.sep)]
    folders_of_gpus = sorted(set(filter(None, libraries.values())))
    parts = [str(file) for folder in folders_of_gpus for file in sorted(Path(folder).glob("*.bc"))]
    return box, [str(driver.path), str(version), *folders_of_gpus, *parts, *ours_too, *link]


def _keep(file: Path, text: str) -> None:
    """A cache that cannot be written is no error: the next search finds the same."""
    from contextlib import suppress

    draft = file.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text)
        draft.replace(file)
