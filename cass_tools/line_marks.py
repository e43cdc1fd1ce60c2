"""Keeping the user's line numbers in a translation that has more or fewer lines: for the compiler only, never written.

Then messages name the user's lines, and `__LINE__` in the translation says what it says in the original, which a
program that prints it would otherwise be blamed for.
"""

LONG = 4000  # lines of a file that is compared by its rarer lines first: all with all takes minutes then


def keep_lines(before: bytes, after: bytes) -> bytes:
    """`after` with a `#line` where its lines would begin to be numbered differently from those of `before`."""
    if before.count(b"\n") == after.count(b"\n"):
        return after
    from difflib import SequenceMatcher  # most translations keep their lines

    old, new = before.split(b"\n"), after.split(b"\n")
    kept: list[bytes] = []
    shift = 0  # by how much the next line's number is lower than it should be, as the marks so far have it
    for what, start, _, first, last in SequenceMatcher(None, old, new, autojunk=len(new) > LONG).get_opcodes():
        for index in range(first, last):
            wanted = start - first if what == "equal" else shift
            if wanted != shift and not (index and new[index - 1].rstrip(b"\r").endswith(b"\\")):
                kept.append(b"#line %d" % (index + wanted + 1))
                shift = wanted
            kept.append(new[index])
    return b"\n".join(kept)
