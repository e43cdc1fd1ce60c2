"""Caches of others in front of cass-hipcc, such as ccache, which know neither CASS_ARCH nor the rules of cass.toml.

ccache keys an object by the preprocessed text, and afterwards by the files that were included. So that text includes a
file whose name stands for everything else that decides about the object. It is always dated now: ccache then trusts no
list of included files, and asks for the text each time.
"""

import os
from collections.abc import Sequence
from contextlib import suppress

from cass_tools.wrapper.digest import sha256
from cass_tools.wrapper.stamp import code_stamp


def telling(said: Sequence[str]) -> tuple[str, ...]:
    """Options for -E that make its text another for other settings; none where there is no cache to write to."""
    from cass_tools.cache_root import cache_root

    name = sha256("\n".join((code_stamp(), *said)).encode()).hexdigest()[:24]
    file = cache_root() / "settings" / f"{name}.h"
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")  # whatever was in it
        os.utime(file)
        return ("-include", str(file))
    return ()
