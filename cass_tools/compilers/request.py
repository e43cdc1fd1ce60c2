"""What is asked of a compiler: one program or one object, for one GPU, in one of four languages."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cass_tools.model import Target

Language = Literal["hip", "cuda", "host", "nvidia"]
FOR_HOST = "-Xarch_host"  # the next word is for the compilation of the host's code only


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Compile `source` (and link it, unless `object_only`) for `target` into `output`; an object is linked only.

    `language` "cuda" means the untranslated CUDA source, built as HIP through the CUDA-on-HIP headers, "host" plain C
    (by the suffix .c of `source`) or C++ without code for a GPU, "nvidia" CUDA built by nvcc for NVIDIA's own machine
    code (`target` is sm_80 or its like; an object is a cubin). `flags` are clang's (see flags.py for nvcc's);
    `include_dirs` come before every other folder. `others` are further translation units of the same program, each in
    its own language by suffix. `virtual_path` is the user's path of `source`, named in messages and `__FILE__`, and its
    folder resolves `#include "..."`. `overlay` pairs a user's path with the file that is read in its place: translated
    siblings that are not written yet. `code` is an offload bundle that goes into the host's object in place of what
    would be compiled for the GPU. `syntax_only`: nothing is made, it is only seen whether the source compiles for the
    GPU and the host, as far as no code needs to be made for that (`output` is empty). `timeout` is in seconds.
    """

    source: Path
    output: Path
    target: Target
    language: Language = "hip"
    flags: tuple[str, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    object_only: bool = False
    virtual_path: Path | None = None
    others: tuple[Path, ...] = ()
    overlay: tuple[tuple[Path, Path], ...] = ()
    syntax_only: bool = False
    code: Path | None = None
    timeout: float = 300.0
