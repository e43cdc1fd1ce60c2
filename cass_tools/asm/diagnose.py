"""What is wrong with a file of AMD GPU assembly, as findings with reasons and repairs."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cass_tools.asm import unseen
from cass_tools.asm.assembler import Assembled, Message, assemble, target_of
from cass_tools.asm.kinds import kind_of, kinds
from cass_tools.asm.program import END_KERNEL, Program, program
from cass_tools.asm.refine import Reason, refine
from cass_tools.asm.repairs import repair
from cass_tools.asm.statements import Form, Statement
from cass_tools.model import Edit, Effort, Finding, Fix, Safety, Severity, Span
from cass_tools.positions import Lines

_UNDEFINED = re.compile(r"[Uu]ndefined (?:label|symbol|temporary symbol)")
WARNINGS = frozenset({"missing-wait"})


class Diagnosis(NamedTuple):
    """`gpu` is what it was assembled for; `assembled` whether that worked."""

    gpu: str
    findings: tuple[Finding, ...]
    assembled: bool


def diagnose(data: bytes, mcpu: str | None = None) -> Diagnosis:
    """Assemble a file and look at it; CassError where there is no assembler or it does not know the GPU."""
    gpu = target_of(data, mcpu)
    read = program(data, gpu)
    held = list(unseen.open_strings(read)) if read else []
    made = assemble(_without(data, read, held) if read else data, gpu)
    if read is None:
        found = [_bare(each, Lines(data)) for each in made.messages if each.level == "error"]
        return Diagnosis(gpu, tuple(found), bool(made.object))
    found = [*(_finding(reason, None) for reason in held), *_said(read, made), *_unseen(read, made)]
    found.sort(key=lambda finding: (finding.span, finding.code))
    return Diagnosis(gpu, tuple(found), bool(made.object) and not held)


def _without(data: bytes, read: Program, held: list[Reason]) -> bytes:
    """The file with lines that the assembler must not see as blanks."""
    for reason in held:
        start = read.lines.starts[read.lines.at(reason.span.start).line - 1]
        end = data.find(b"\n", start) % (len(data) + 1)
        data = data[:start] + b" " * (end - start) + data[end:]
    return data


def _bare(message: Message, lines: Lines) -> Finding:
    """A message about code for a GPU that no table here knows."""
    kind, reason = kind_of(message.text)
    start = lines.starts[message.line - 1] + message.column - 1 if 0 < message.line <= len(lines.starts) else 0
    return _finding(Reason(kind, message.text, reason, Span(start, start)), None)


def _finding(reason: Reason, fix: Fix | None) -> Finding:
    kind = kinds()[reason.kind]
    severity = Severity.WARNING if reason.kind in WARNINGS else Severity.ERROR
    effort = Effort.LOW if fix and fix.safety is Safety.SAFE else Effort.MEDIUM
    return Finding(kind.code, kind.name, reason.message, reason.span, severity, effort, reason.suggestion, fix)


def _said(read: Program, made: Assembled) -> Iterator[Finding]:
    """The assembler's errors, the first of each line, without those that only follow from another."""
    seen = set[int]()
    for message in sorted((m for m in made.messages if m.level == "error"), key=lambda m: (m.line, m.column)):
        if message.line and (message.line in seen or _follows(message, read, seen)):
            continue
        if _UNDEFINED.match(message.text) and not read.hides_labels:
            continue  # `unseen` says it with the labels that there are
        seen.add(message.line)
        reason = refine(message, read)
        statement = read.by_line.get(message.line)
        yield _finding(reason, repair(reason, statement, read) if statement else None)


def _follows(message: Message, read: Program, seen: set[int]) -> bool:
    """Whether a line of a kernel descriptor is refused only because a line before it in the block was."""
    statement = read.by_line.get(message.line)
    if statement is None or not _in_descriptor(statement):
        return False
    for line in range(message.line - 1, 0, -1):
        before = read.by_line.get(line)
        if line in seen:
            return True
        if before is not None and (before.name == END_KERNEL or before.form is not Form.DIRECTIVE):
            return False
    return False


def _in_descriptor(statement: Statement) -> bool:
    return statement.form is Form.DIRECTIVE and (statement.name.startswith(".amdhsa_") or statement.name == END_KERNEL)


def _unseen(read: Program, made: Assembled) -> Iterator[Finding]:
    needed = made.undefined if made.object else None
    for check in (unseen.undefined(read, needed), unseen.registers(read), unseen.ends(read)):
        for reason in check:
            statement = _statement_at(read, reason.span)
            yield _finding(reason, repair(reason, statement, read) if statement else None)
    if made.object and not read.expands:
        for function in read.functions:
            for reason, late in unseen.late(read, function):
                yield _finding(reason, _wait(read, late.statement, late.wait))


def _statement_at(read: Program, span: Span) -> Statement | None:
    return read.by_line.get(read.lines.at(span.start).line)


def _wait(read: Program, statement: Statement, wait: str) -> Fix:
    indent = read.indent(statement)
    text = "".join(f"{line}\n{indent}" for line in wait.split("\n"))
    edit = Edit(Span(statement.span.start, statement.span.start), text.encode())
    return Fix(f"Insert {wait.replace(chr(10), ', ')}: more waiting is never wrong", (edit,), Safety.SAFE)
