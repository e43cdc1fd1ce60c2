"""`cass-hook fix`: the fixes that are always right, made in place."""

from collections.abc import Sequence
from pathlib import Path

from cass_hooks.reading import config_here, sources
from cass_tools.model import Safety
from cass_tools.output import Place, write
from cass_tools.translators.rules import translate


def fix(files: Sequence[Path]) -> int:
    """Change files and say which; 1 if there was anything to change, so that it is looked at and staged."""
    config = config_here()
    changed = 0
    for source in sources(files, None, config) if files else ():
        candidate = translate(source, config, Safety.SAFE)
        if candidate.changed:
            place = Place(source.path, source.path.resolve().parent)
            write(place, candidate.data, mode_of=source.path, read_as=source.data)
            print(f"fixed {source.path}")
            changed += 1
    return 1 if changed else 0
