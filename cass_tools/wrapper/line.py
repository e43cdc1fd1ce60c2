"""What a command line asks for, once it is read: values only."""

from typing import NamedTuple

OBJECT, ASSEMBLY, PREPROCESS, DEPEND, DEPEND_USER = "object", "assembly", "preprocess", "depend", "depend-user"
SYNTAX = "syntax"  # messages are all that is wanted
DEVICE_CODE, DEVICE_LINK, ARCHIVE, LINK = "device-code", "device-link", "archive", "link"
GPU_LANGUAGES = frozenset({"cuda", "hip"})
LINKED = "linked"  # the language of objects, archives and libraries


class Input(NamedTuple):
    """A file to compile or to link, "-" for standard input; `language` is cuda, hip, c++, c, another of clang's names,
    "" for clang to choose by the suffix, or `linked`."""

    path: str
    language: str

    @property
    def compiled(self) -> bool:
        """Whether it is a source."""
        return self.language != LINKED


class Line(NamedTuple):
    """One command line.

    `options` are clang's for compiling, in order; `link` the words for linking, in order, an input by its number.
    `device` are options for the GPU's part alone. `depend` are -MD and its like, as clang has them. `suffix` is that of
    device code by nvcc's name for it. `host_only`: no code for GPUs is made; `gpu_only`: nothing else is made, and with
    `unbundled` a file for each GPU. `clean`: what the line would make goes. `dropped` pairs words with the reason;
    `refused` says why nothing can be done.
    `asked` is a question (version, help, list-gpus) that is answered without compiling.
    """

    step: str = LINK
    inputs: tuple[Input, ...] = ()
    output: str | None = None
    folder: str | None = None
    options: tuple[str, ...] = ()
    device: tuple[str, ...] = ()
    link: tuple[str | int, ...] = ()
    depend: tuple[str, ...] = ()
    gpus: tuple[str, ...] = ()
    suffix: str = ""
    relocatable: bool = False
    host_only: bool = False
    gpu_only: bool = False
    unbundled: bool = False
    device_debug: bool = False
    verbose: bool = False
    dry_run: bool = False
    clean: bool = False
    run: tuple[str, ...] | None = None
    asked: str = ""
    dropped: tuple[tuple[str, str], ...] = ()
    refused: str = ""
