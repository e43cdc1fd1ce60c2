"""Names of errors that a program prints: CUDA's in the original, HIP's for the same error in the port."""

import re
from functools import cache

from cass_tools.config import Config
from cass_tools.cuda.names import Status, names_for

_NAME = re.compile(r"\b(?:cuda(?:Error\w+|Success)|CUDA_(?:ERROR_\w+|SUCCESS))\b")
_BLANKS = re.compile(r"[ \t]+")


def hip_name(name: str) -> str | None:
    """HIP's name of one of CUDA's errors, of the runtime or the driver API; None where there is none."""
    if _NAME.fullmatch(name) is None:
        return None
    config = Config()
    api = _table(config.hip_version, config.cuda_version).get(name.encode())
    return api.hip if api is not None and api.status is Status.RENAMED and api.kind == "enum" else None


_table = cache(names_for)


def with_hip_names(expected: str, found: str) -> tuple[str, str]:
    """Two lines for comparison: where the second has the HIP names of the first's errors, these too; blanks, with which
    a name may have been padded, are one then."""
    if _NAME.search(expected) is None:
        return expected, found
    made = _NAME.sub(lambda match: _taken(match[0], found), expected)
    return (expected, found) if made == expected else (_BLANKS.sub(" ", made), _BLANKS.sub(" ", found))


def _taken(name: str, found: str) -> str:
    hip = hip_name(name)
    return hip if hip is not None and re.search(rf"\b{hip}\b", found) else name


def are_renamed(expected: bytes, found: bytes) -> bool:
    """Whether an output has CUDA's names of errors, and the other one not all of them."""
    names = _NAME.findall(expected.decode(errors="surrogateescape"))
    return len(names) > len(_NAME.findall(found.decode(errors="surrogateescape")))
