"""compile_commands.json of a build with cass-hipcc, for editors: the commands of clang that clangd can take.

clangd reads the sources as they are written, in CUDA's names. So they are HIP for it, with CUDA's headers from the
folder that poses as a toolkit; options of nvcc become clang's, and no device library is needed.
"""

import json
import os
import shlex
from pathlib import Path
from typing import Any

from cass_tools.errors import CassError
from cass_tools.wrapper.flags import read
from cass_tools.wrapper.line import GPU_LANGUAGES
from cass_tools.wrapper.settings import Settings
from cass_tools.wrapper.toolbox import Toolbox, toolbox
from cass_tools.wrapper.toolkit import for_cmake
from cass_tools.wrapper.words import expand

OURS = ("cass-hipcc", "cass-clang++", "nvcc")
AS_CUDA = ("--cuda-host-only", "-nogpulib", "-Wno-unused-command-line-argument", "-include", "cuda_runtime.h")


def converted(file: Path, chosen: Settings) -> list[dict[str, Any]]:
    """The entries of a compile_commands.json; those of other compilers are as they were. CassError if it is none."""
    try:
        entries = json.loads(file.read_bytes())
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise ValueError("it is no list of commands")
    except OSError as error:
        raise CassError(f"{file}: {error.strerror or error}") from error
    except ValueError as error:
        raise CassError(f"{file} is no compile_commands.json: {error}") from error
    box, include = toolbox(chosen.gpus, chosen.compiler), for_cmake(chosen) / "include"
    return [_converted(entry, box, include, chosen.gpus[0]) for entry in entries]


def _converted(entry: dict[str, Any], box: Toolbox, include: Path, gpu: str) -> dict[str, Any]:
    words = entry.get("arguments") or shlex.split(str(entry.get("command", "")))
    if not words or os.path.basename(words[0]) not in OURS:  # noqa: PTH119
        return entry
    line = read(expand(words[1:], {}))
    source = next((each for each in line.inputs if each.compiled), None)
    if source is None:
        return entry
    on_gpu = source.language in GPU_LANGUAGES
    options = [box.clang, *line.options, *box.options]
    if on_gpu:
        options += [*AS_CUDA, "-x", "hip", f"--offload-arch={gpu}", f"--rocm-path={box.rocm}"]
    arguments = [*options, "-isystem", str(include), "-c", source.path]
    arguments += ["-o", line.output] if line.output else []
    return {**{key: value for key, value in entry.items() if key != "command"}, "arguments": arguments}
