"""Translation by rules alone: the findings' fixes, chosen and applied. The same source gives the same bytes, always."""

from collections.abc import Iterable

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.warps import is_hip
from cass_tools.engine import apply, check, check_context, choose
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Candidate, Edit, Finding, Safety, Source
from cass_tools.substitutes import joined

# In code that the grammar cannot read an edit may change what is seen around it; this many looks settle it.
_MAX_LOOKS = 8


def translate(source: Source, config: Config, least: Safety = Safety.UNSAFE) -> Candidate:
    """The candidate for `source`; translating a candidate again changes nothing.

    Fixes that need verification are applied unless `least` asks for safe ones only.
    """
    if kind_of(source.path) is not FileKind.SOURCE:
        findings = check(source, config)
        if config.dual:  # a build by both compilers is the project's own to write
            return Candidate(source, source.data, findings)
        edits = choose(findings, least)
        data = apply(source.data, edits)
        if data != source.data:  # its grammars do not say everywhere what they could not read
            data = _settle(Source(source.path, data), config, least)
        return Candidate(source, data, findings, made=edits)
    context = Context(source, config)
    findings = check_context(context)
    edits = choose(findings, least)
    if config.dual:
        from cass_tools.translators.dual import weave  # few projects are built both ways

        return Candidate(source, joined(weave(context, edits)) if edits else source.data, findings, made=edits)
    data = joined(apply(source.data, edits))
    if data != source.data and (context.broken or _left_out(findings, edits, least)):
        again = config._replace(is_hip=is_hip(context), user_rules=())  # a project's rule may wrap what it finds
        data = joined(_settle(Source(source.path, data), again, least))
    return Candidate(source, data, findings, made=edits)


def _left_out(findings: Iterable[Finding], edits: Iterable[Edit], least: Safety) -> bool:
    """Whether a fix stood in the way of another, as that of an `asm` statement to those of its operands."""
    made = set(edits)
    wanted = (f.fix for f in findings if f.fix is not None and f.fix.safety >= least)
    return any(not made.issuperset(fix.edits) for fix in wanted)


def _settle(source: Source, config: Config, least: Safety) -> bytes:
    for _ in range(_MAX_LOOKS):
        data = apply(source.data, choose(check(source, config), least))
        if data == source.data:
            break
        source = Source(source.path, data)
    return source.data
