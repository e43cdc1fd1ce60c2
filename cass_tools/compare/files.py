"""Files that programs leave: text by the rules for text, pictures by pixels, numbers by their type, others by bytes."""

import fnmatch
from dataclasses import replace

from cass_tools.compare.terms import Difference, FileRule, Terms
from cass_tools.compare.text import compare_text

PICTURES = (".pgm", ".ppm", ".pnm", ".pbm", ".bmp", ".png")
WHOLE = ("",)  # every line, as a pattern


def compare_file(name: str, expected: bytes | None, found: bytes | None, terms: Terms) -> Difference | None:
    """By the first rule that fits, else by what the file is; one that is missing on one side only is a difference."""
    if expected is None or found is None:
        if expected is found:
            return None
        return Difference(f"file {name}", *("no such file" if side is None else "a file" for side in (expected, found)))
    if expected == found:
        return None
    rule = next((rule for rule in terms.files if fnmatch.fnmatchcase(name, rule.path)), None)
    if rule is None:
        rule = FileRule(name, _kind(name, expected), exact=terms.exact)
    if rule.kind == "image":
        from cass_tools.compare.images import compare_images  # numpy comes with it

        return compare_images(name, expected, found, rule)
    if rule.kind not in ("text", "bytes"):
        from cass_tools.compare.arrays import compare_arrays

        return compare_arrays(name, expected, found, rule, terms)
    if rule.kind == "text":
        return compare_text(f"file {name}", expected, found, _for_text(rule, terms))
    shorter = min(len(expected), len(found))
    at = next((i for i in range(shorter) if expected[i] != found[i]), shorter)
    return Difference(f"file {name}, byte {at}", expected[at : at + 8].hex(" "), found[at : at + 8].hex(" "))


def _kind(name: str, data: bytes) -> str:
    if name.lower().endswith(PICTURES):
        return "image"
    return "bytes" if b"\0" in data else "text"


def _for_text(rule: FileRule, terms: Terms) -> Terms:
    """The terms for stdout with what the rule says in place of theirs."""
    terms = replace(terms, masks=(*terms.masks, *rule.masks), exact=rule.exact or terms.exact)
    if rule.unordered:
        terms = replace(terms, unordered=WHOLE)
    if rule.tolerance is not None:
        terms = replace(terms, types=(("float", rule.tolerance), ("double", rule.tolerance)))
    return terms
