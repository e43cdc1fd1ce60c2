"""What a `.cu` file that a build file names is called in the translated tree (`Config.renamed`, `Config.kept`)."""

import re

from cass_tools.config import Config

SUFFIX = ".cu"
_PATTERN = re.compile(r"[$*?%]")


def new_name(word: str, config: Config) -> str:
    """The word with the new name of the file at its end; a pattern follows where all `.cu` files are renamed."""
    if not word.endswith(SUFFIX):
        return word
    name = word.rsplit("/", 1)[-1]
    is_pattern = name == SUFFIX or _PATTERN.search(name) is not None
    renamed = bool(config.renamed) and not config.kept if is_pattern else name in config.renamed
    return f"{word.removesuffix(SUFFIX)}.hip" if renamed else word
