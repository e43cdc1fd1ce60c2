"""AMD assembly that is open: what its assembler says, and what is wrong that it accepts (`cass asm check`).

The assembler is a program that is started, so nobody comes here with a file of a folder that the user does not trust.
"""

import re
from pathlib import Path

from cass_lsp.reading import Reading
from cass_tools.errors import CassError

SUFFIXES = frozenset((".s", ".asm"))
_AMD = re.compile(rb"^\s*\.(?:amdgcn_target|amdhsa_kernel|amdgpu_metadata)\b", re.MULTILINE)


def is_amd(path: Path, data: bytes) -> bool:
    """Whether a file is assembly for AMD's GPUs, and says so: most assembly is for something else."""
    return path.suffix.lower() in SUFFIXES and _AMD.search(data) is not None


def read(data: bytes) -> Reading:
    """The findings in such a file; `error` where there is no assembler."""
    from cass_tools.asm.diagnose import diagnose  # few look at assembly

    try:
        return Reading(diagnose(data).findings)
    except CassError as error:
        return Reading(error=str(error))
