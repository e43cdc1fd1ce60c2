"""`cass toolkit`, `compile-commands` and `cache`: what belongs to cass-hipcc and is no compiler's command line."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools import findings_cache
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.wrapper import store
from cass_tools.wrapper.settings import Settings

MIB = 1 << 20
TARGETS = ("amd", "exec")


def make_toolkit(folder: Path, targets: Sequence[Target], target: str, compiler: str) -> int:
    """Lay it out and say how it is used. Always 0; CassError where that cannot be."""
    from cass_tools.wrapper.toolkit import lay_out

    if target not in TARGETS:
        raise CassError(f"--target {target}: choose {' or '.join(TARGETS)}")
    place = folder.absolute()
    lay_out(place, Settings(target, tuple(each.arch for each in targets), compiler))
    print(f"{folder} is laid out. Use it as CUDA's: CUDA_HOME={place}, -DCUDAToolkit_ROOT={place}, {place}/bin/nvcc")
    return 0


def convert_commands(file: Path, output: Path, targets: Sequence[Target], compiler: str) -> int:
    """Write the commands for clangd. Always 0; CassError where they cannot be read or written."""
    from cass_tools.output import Place, write
    from cass_tools.wrapper.for_clangd import converted

    entries = converted(file, Settings(gpus=tuple(each.arch for each in targets), compiler=compiler))
    write(Place(output, output.parent), json.dumps(entries, indent=1).encode() + b"\n")
    print(f"{output}: {len(entries)} commands for clangd")
    return 0


def show_stats(*, as_json: bool) -> int:
    """Print what is kept. Always 0."""
    kept, (files, size) = store.stats(), findings_cache.stats()
    if as_json:
        value = {"files": kept.files, "bytes": kept.size, "limit": kept.limit, "path": str(kept.place)}
        value |= {"findings": {"files": files, "bytes": size, "limit": findings_cache.LIMIT}}
        json.dump(value, sys.stdout, indent=1)
        print()
    else:
        print(f"{kept.files} translations, {kept.size / MIB:.1f} of {kept.limit / MIB:.0f} MiB, in {kept.place}")
        print(f"findings of {files} files, {size / MIB:.1f} of {findings_cache.LIMIT / MIB:.0f} MiB")
    return 0


def clear_cache() -> int:
    """Remove everything and say so. Always 0."""
    kept = store.clear()
    print(f"removed {kept.files} translations, {kept.size / MIB:.1f} MiB")
    files, size = findings_cache.clear()
    print(f"removed the findings of {files} files, {size / MIB:.1f} MiB")
    return 0
