"""An option of nvcc in a CMake file: `--use_fast_math`, `-gencode arch=compute_80,code=sm_80`, `-Xcompiler -fPIC`.

**Why it fails on AMD.** Clang, which compiles HIP, does not know these options and stops.

**Example.**

    target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr;-lineinfo>)

**Instead.** Clang's option for the same purpose, or none where there is nothing to ask for. GPUs go into
`CMAKE_HIP_ARCHITECTURES` (CASS183).
"""

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from cass_tools.build_files.cmake import CMakeContext, Command
from cass_tools.build_files.context import BuildContext
from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.flags import GPUS, Change, Word, changes
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules.build_files.cmake_findcuda import PLAIN, is_list_of_flags

SILENT = ("message", "option", "install", "target_link_libraries", "link_libraries", "find_library", "find_program")
RUN = ("add_custom_command", "add_custom_target", "execute_process")
NVIDIA = ("CUDA", "nvcc", "NVCC", "cuda")


def check(_root: Node, context: CMakeContext) -> Iterator[Finding]:
    """One finding per option."""
    for command in context.commands:
        if command.name in SILENT or command.name in PLAIN or is_list_of_flags(command):
            continue
        text = decoded(context.text(command.span))
        words = context.words(command.arguments, with_quotes=True)
        archs = context.config.archs if command.name in RUN else ()
        for change in changes(words, archs, for_nvcc=any(word in text for word in NVIDIA)):
            if command.name in RUN and change.to == ("--genco",):
                yield _device_code(change, words, archs)
                continue
            yield _finding(change, command, context)


def _device_code(change: Change, words: Sequence[Word], archs: Sequence[str]) -> Finding:
    """`${CMAKE_CUDA_COMPILER} -ptx k.cu`: CMake's compiler for HIP is clang++, which has no `--genco`, and takes a
    `.cu` for CUDA unless it is told before."""
    named = any(word.text.partition("=")[0] in GPUS for word in words)
    options = ("-x", "hip", "--cuda-device-only", *(() if named else (f"--offload-arch={arch}" for arch in archs)))
    late = any(word.text.endswith((".cu", ".hip")) and word.span.end <= change.span.start for word in words)
    late = late and not any(word.text == "DEPENDS" and word.span.end <= change.span.start for word in words)
    what = "The file then holds AMD's machine code, for hipModuleLoad, whatever its name says."
    return RULE.finding(
        change.span,
        f"Only nvcc has the option `{change.shown}`.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Write `{' '.join(options)}` before the source. {what}" if late else what,
        edits=() if late else (Edit(change.span, encoded(" ".join(options))),),
        safety=Safety.UNSAFE,
    )


def _is_asked(command: Command) -> bool:
    """Whether options are only looked for here."""
    first = command.arguments[0].text if command.arguments else ""
    kept = {"list": ("APPEND", "PREPEND", "INSERT", "TRANSFORM"), "string": ("APPEND", "PREPEND", "CONCAT", "JOIN")}
    return command.name in ("if", "elseif", "while") or first not in kept.get(command.name, (first,))


def _crosses(change: Change, command: Command, context: BuildContext) -> bool:
    """Whether the words are parts of several arguments, which no edit can join; `$<...:` and `>` around them may be."""
    first, last = change.words[0].span, change.words[-1].span
    holders = [a for a in command.arguments if any(_lies_in(span, a.span) for span in (first, last))]
    if len(holders) < 2:
        return False
    before = context.data[holders[0].span.start : first.start]
    after = context.data[last.end : holders[-1].span.end]
    return (before != b"" and not (before.startswith(b"$<") and before.endswith(b":"))) or after.strip(b">") != b""


def _lies_in(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


def _finding(change: Change, command: Command, context: BuildContext) -> Finding:
    message = f"Only nvcc has the option `{change.shown}`."
    if change.by_name:
        message = f"`{change.shown}` is about NVIDIA's {'libraries' if change.shown.startswith('-l') else 'headers'}."
    if change.open:
        return RULE.finding(
            change.span,
            f"{change.why}.",
            severity=Severity.ERROR,
            effort=Effort.HIGH,
            suggestion="Look for another library." if change.by_name else "Drop the step.",
        )
    if _is_asked(command) or _crosses(change, command, context):
        hint = "Write clang's option, or nothing, in its place."
        return RULE.finding(change.words[0].span, message, severity=Severity.ERROR, suggestion=hint)
    suggestion = f"It goes: {change.why}." if change.why and not change.to else change.hint
    if change.words[0].text.partition("=")[0] in GPUS and not change.to:
        suggestion = "Name AMD's GPUs in CMAKE_HIP_ARCHITECTURES."
    span = change.span if change.to else context.without_gap(change.span)
    joint = ";" if _is_list(change, command, context) else " "
    return RULE.finding(
        change.span,
        message,
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=suggestion,
        edits=(Edit(span, encoded(joint.join(change.to))),),
        safety=Safety.UNSAFE if len(change.to) > 1 or "$" in "".join(change.to) else Safety.SAFE,
    )


def _is_list(change: Change, command: Command, context: BuildContext) -> bool:
    """Whether several words at this place are items of a list: in a generator expression of options."""
    start = next((a.span.start for a in command.arguments if a.span.end >= change.span.end), command.span.start)
    inside = context.data[start : change.span.start]
    return inside.count(b"$<") > inside.count(b">")


RULE = Rule(
    code="CASS187",
    name="cmake-nvcc-flag",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "add_custom_command(OUTPUT k.bin COMMAND ${CMAKE_CUDA_COMPILER} -cubin -arch=sm_80 k.cu -o k.bin)\n",
            "add_custom_command(OUTPUT k.bin COMMAND ${CMAKE_CUDA_COMPILER} -x hip --cuda-device-only "
            "--offload-arch=gfx1100 --offload-arch=gfx90a k.cu -o k.bin)\n",
        ),
        Example("add_custom_command(OUTPUT k.ptx COMMAND ${CMAKE_CUDA_COMPILER} k.cu -ptx)\n"),
        Example(
            "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3;--generate-line-info>)\n",
            "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3;>)\n",
        ),
        Example(
            'set(FLAGS "-O3 -gencode arch=compute_80,code=sm_80 --fmad=false -Xcompiler -Wall,-fPIC")\n',
            'set(FLAGS "-O3 -ffp-contract=off -Wall -fPIC")\n',
        ),
        Example(
            'set(gpus "${gpus} -gencode arch=compute_${arch},code=sm_${arch}")\n',
            'set(gpus "${gpus} --offload-arch=${arch}")\n',
        ),
        Example('set(x "-Xcompiler" "-fPIC" "-G" cuda)\n', "set(x -fPIC -g cuda)\n"),
        Example('list(FIND flags "-ccbin" found)\n'),
        Example('set(x "-O2 -Xptxas" "-v")\n'),
        Example(
            "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3 -Xptxas -v>)\n",
            "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3>)\n",
        ),
        Example(
            'add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler -fopenmp>")\n',
            'add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-fopenmp>")\n',
        ),
        Example("add_compile_options(-Xptxas -v -O2)\n", "add_compile_options( -O2)\n"),
    ),
    valid=("add_compile_options(-O3 -Wall -t)\n", 'set(x "-Werror -G Ninja")\n', "# -lineinfo\n"),
    kinds=(FileKind.CMAKE,),
)
