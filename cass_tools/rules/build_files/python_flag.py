"""An option of nvcc in a Python build script: `extra_compile_args={"nvcc": ["--use_fast_math"]}` of a `CUDAExtension`.

**Why it fails on AMD.** On ROCm PyTorch's `CUDAExtension` calls hipcc, and hands these options on as they are:
"unknown argument".

**Example.**

    CUDAExtension("ext", ["k.cu"], extra_compile_args={"nvcc": ["-O3", "-gencode", "arch=compute_80,code=sm_80"]})

**Instead.** Clang's options, under the same key. PyTorch takes the GPUs from `PYTORCH_ROCM_ARCH`. A script that
asks for `torch.version.hip` or `ROCM_HOME` has been thought about and is left alone.
"""

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.flags import GPUS, Change, Word, changes, is_nvcc, rewritten
from cass_tools.build_files.pieces import words_in
from cass_tools.build_files.python import PythonContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_OPENING = re.compile(rb"([A-Za-z]*)(\"\"\"|\'\'\'|[\"\'])")


def check(_root: Node, context: PythonContext) -> Iterator[Finding]:
    """One finding per option, in lists, in strings of several options and in `append`."""
    if context.adapted:
        return
    for listed in context.all("list", "tuple"):
        yield from _list(listed, context)
    for string in context.all("string"):
        yield from _string(string, context)


def _list(listed: Node, context: PythonContext) -> Iterator[Finding]:
    """Strings of one word each; what else a list holds ends an option."""
    run: list[tuple[Node, Word]] = []
    for child in (*listed.named_children, None):
        content = context.formatted(child) if child is not None and child.type == "string" else None
        if child is not None and content is not None and " " not in content[0]:
            run.append((child, Word(content[0], Span(child.start_byte, child.end_byte))))
        elif child is None or child.type != "comment":
            words = [word for _, word in run]
            found = [
                c
                for c in changes(words, (), for_nvcc=_is_for_nvcc(listed, context))
                if not c.words[0].text.startswith("-l") or is_nvcc(c.words[0].text)
            ]
            open_end = child is None and words and b"," not in context.code[words[-1].span.end : listed.end_byte]
            last = _last(found, words) if open_end else []
            for change in found:
                if change.open:
                    yield _open(change)
                    continue
                yield _finding(change, _in_list(change, context, is_last=change in last))
            run = []


def _is_for_nvcc(listed: Node, context: PythonContext) -> bool:
    """Whether the list is the value of the key "nvcc" or of a variable with such a name."""
    above = listed.parent
    while above is not None and above.type in ("binary_operator", "parenthesized_expression", "conditional_expression"):
        above = above.parent
    if above is None or above.type not in ("pair", "assignment", "augmented_assignment", "keyword_argument"):
        return False
    return "nvcc" in context.name(above.children[0]).lower()


def _last(found: Sequence[Change], words: Sequence[Word]) -> list[Change]:
    """The options at the end of a list that go: the comma before each goes with them."""
    last: list[Change] = []
    end = words[-1] if words else None
    for change in reversed(found):
        if change.to or change.words[-1] != end:
            break
        last.append(change)
        at = words.index(change.words[0])
        end = words[at - 1] if at else None
    return last


def _in_list(change: Change, context: PythonContext, *, is_last: bool) -> Edit:
    if change.to:
        return Edit(change.span, _quoted(change.to, context.data[change.span.start : change.span.end]))
    start, end = change.span
    data = context.data
    if data[end : end + 1] == b"," and not (is_last and not data[:start].rstrip().endswith(b"[")):
        end += 1
        while data[end : end + 1] in (b" ", b"\t"):
            end += 1
        begin = context.line_start(start)
        if data[end : end + 1] == b"\n" and not data[begin:start].strip():
            return Edit(Span(begin, end + 1), b"")
        return Edit(Span(start, end), b"")
    before = len(data[:start].rstrip())
    return Edit(Span(before - 1 if data[before - 1 : before] == b"," else start, end), b"")


def _quoted(words: Sequence[str], like: bytes) -> bytes:
    """The words as strings with the prefix and quotes of another string."""
    found = _OPENING.match(like)
    prefix, quote = (decoded(part) for part in found.groups()) if found is not None else ("", '"')
    return encoded(", ".join(f"{prefix}{quote}{word}{quote}" for word in words))


def _open(change: Change) -> Finding:
    message = f"Nothing on ROCm takes the place of `{change.shown}`."
    hint = f"{change.why[0].upper()}{change.why[1:]}."
    return RULE.finding(change.span, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=hint)


def _finding(change: Change, edit: Edit) -> Finding:
    gpus = change.words[0].text.partition("=")[0] in GPUS
    return RULE.finding(
        change.span,
        f"`{change.shown}` names a macro of NVIDIA's headers; it has no effect on HIP's."
        if change.by_name
        else f"hipcc does not know nvcc's option `{change.shown}`.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="PyTorch takes the GPUs from PYTORCH_ROCM_ARCH."
        if gpus
        else (change.why and not change.to and f"It goes: {change.why}.") or change.hint,
        edits=(edit,),
        safety=Safety.UNSAFE if len(change.to) > 1 else Safety.SAFE,
    )


def _string(string: Node, context: PythonContext) -> Iterator[Finding]:
    """`"-O3 -lineinfo".split()`; `flags.append("-lineinfo")`."""
    content = context.formatted(string)
    if content is None or not content[0].startswith("-"):
        return
    text, span = content
    words = list(words_in(context.text(span), span.start))
    if not any(is_nvcc(word.text) for word in words):
        return
    if string.parent is not None and string.parent.type not in ("list", "tuple"):
        yield from (_open(c) for c in changes(words, (), for_nvcc=False) if c.open and not c.by_name)
    if rewritten(words, (), for_nvcc=True) == [word.text for word in words]:
        return
    if len(words) > 1 and " " in text and string.parent is not None and string.parent.type != "argument_list":
        new = " ".join(rewritten(words, (), for_nvcc=True))
        yield _finding(Change(tuple(words), (new,)), Edit(span, encoded(new)))
    elif len(words) == 1 and (call := _append(string, context)) is not None:
        yield _appended(string, words, call, context)


def _append(string: Node, context: PythonContext) -> Node | None:
    """The name `append` of a call that the string is the argument of."""
    arguments = string.parent
    call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    name = function.child_by_field_name("attribute") if function is not None else None
    return name if name is not None and context.name(name) == "append" else None


def _appended(string: Node, words: Sequence[Word], name: Node, context: PythonContext) -> Finding:
    made = rewritten(words, (), for_nvcc=True)
    place = Span(string.start_byte, string.end_byte)
    change = Change(tuple(words), tuple(made))
    finding = _finding(change, Edit(place, b"[" + _quoted(made, context.text(place)) + b"]"))
    assert finding.fix is not None  # noqa: S101 - made with an edit
    extend = Edit(Span(name.start_byte, name.end_byte), b"extend")
    return finding._replace(fix=finding.fix._replace(edits=(extend, *finding.fix.edits)))


RULE = Rule(
    code="CASS194",
    name="torch-nvcc-flag",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'flags = ["-O3", f"-gencode=arch=compute_{cc},code=sm_{cc}", f"-DN={n}"]\n', 'flags = ["-O3", f"-DN={n}"]\n'
        ),
        Example(
            'args = {"cxx": ["-O3"], "nvcc": ["-O3", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo"]}\n',
            'args = {"cxx": ["-O3"], "nvcc": ["-O3"]}\n',
        ),
        Example(
            "nvcc_flags = [\n    '-O3',\n    '--expt-extended-lambda',  \n    '--fmad=false',\n]\n",
            "nvcc_flags = [\n    '-O3',\n    '-ffp-contract=off',\n]\n",
        ),
        Example(
            'nvcc_flags = [\n    "-O3",\n    "-Xptxas", "-v",  # all\n]\n', 'nvcc_flags = [\n    "-O3",\n    # all\n]\n'
        ),
        Example('flags = ["-O3", "-dlink"]\nmore = "-dlink -O3".split()\n'),
        Example('flags.append("-lineinfo")\n', "flags.extend([])\n"),
        Example(
            'args = {"nvcc": ["-U__CUDA_NO_HALF_CONVERSIONS__"]}\n',
            'args = {"nvcc": ["-U__HIP_NO_HALF_CONVERSIONS__"]}\n',
        ),
        Example('flags = "-O3 -Xptxas -v".split()\n', 'flags = "-O3".split()\n'),
    ),
    valid=(
        'args = {"cxx": ["-O3", "-Werror"], "nvcc": ["-O3"]}\n',
        'import torch\nflags = ["-O3"] if torch.version.hip else ["-O3", "-lineinfo"]\n',
        '# "-lineinfo"\nprint("-lineinfo is nvcc\'s")\n',
    ),
    kinds=(FileKind.PYTHON,),
)
