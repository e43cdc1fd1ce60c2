"""Which of the headers we ship a build sees: names that old HIP headers lack, and CUDA's names for CUDA sources."""

from pathlib import Path

from cass_tools.compilers.request import Language
from cass_tools.compilers.toolchain import Headers

SHIPPED = Path(__file__).parent.parent / "include"


def options(language: Language, installed: Headers) -> tuple[str, ...]:
    """Options for clang: our folders before HIP's, whose headers they include in turn."""
    compat = SHIPPED / "hip_compat"
    return ("-isystem", str(compat))
