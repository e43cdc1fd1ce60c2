"""Caches of others in front of cass-hipcc, such as ccache, which know neither CASS_ARCH nor the rules of cass.toml.

ccache keys an object by the preprocessed text, and afterwards by the files that were included. So that text names a
file that stands for everything else that decides about the object. There is no such file: ccache then trusts no list of
included files, and asks for the text each time. (A file that is just made would do so only until ccache 4.9.)
"""

from collections.abc import Sequence
from pathlib import Path

from cass_tools.wrapper.digest import sha256
from cass_tools.wrapper.stamp import PACKAGE, code_stamp

HEADER = Path(PACKAGE, "include", "identity", "settings.h")


def telling(said: Sequence[str]) -> tuple[str, ...]:
    """Options for -E that make its text another for other settings."""
    name = sha256("\n".join((code_stamp(), *said)).encode()).hexdigest()[:24]
    return (f'-DCASS_SETTINGS="/nonexistent/cass-settings/{name}"', "-include", str(HEADER))
