"""What a file declares its names as, told by the words beside them."""

import re


def type_words(code: bytes, name: bytes) -> set[bytes]:
    """The words that stand where the type of `name` would in a declaration, wherever in the blanked code."""
    return set(re.findall(rb"(\w+)[&*\s]*[&*\s](?:__restrict__\s+)?" + name + rb"\s*[;,=)(\[{]", code))


NO_TYPES = frozenset(b"return else case goto new delete throw sizeof operator const".split())
