"""A CUDA text as the drivers read it."""

from pathlib import Path

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.drivers.files import Files
from cass_tools.drivers.signatures import Kernel, kernels
from cass_tools.model import Source


def files(text: str, path: Path = Path("x.cu")) -> Files:
    return Files(Context(Source(path, text.encode()), Config()))


def only(text: str) -> tuple[Files, Kernel]:
    """The one kernel of a text."""
    read = files(text)
    [kernel] = kernels(read)
    return read, kernel
