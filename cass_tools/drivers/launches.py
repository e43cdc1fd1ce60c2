"""Launches of a kernel as its files make them: grid, block, arguments and sizes of buffers that belong together."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.drivers.expressions import SIZES, Scope, Unknown, Value
from cass_tools.drivers.files import Files
from cass_tools.drivers.signatures import Kernel, Parameter

Dim = tuple[int, int, int]
MOST_BLOCK = 1024  # threads of a block
MOST_STARTED = 1 << 14  # threads of a launch; of more, fewer blocks are started
MOST_ELEMENTS = 1 << 18  # more are tried where these do not do (plan.py)
MOST_SHARED = 64 << 10
_NAME = re.compile(r"[A-Za-z_]\w*")
_BRACKETS = re.compile(rb"[()]")
_ALLOCATES = rb"\b(?:cuda|hip)Malloc(?:Managed|Async)?\s*(?:<[^<>]*>\s*)?\(\s*(?:\([^()]*\)\s*)?&\s*%s\s*,"


class Started(NamedTuple):
    """One launch in numbers: values of the parameters that are known, by name; elements of the largest buffer."""

    grid: Dim
    block: Dim
    shared: int
    values: Mapping[str, float]
    elements: int
    free: int = 0  # how many numbers were chosen


class Site(NamedTuple):
    """A place where a kernel is launched: texts of the configuration and of the arguments, by parameter."""

    files: Files
    context: Context
    start: int
    end: int
    configuration: tuple[str, ...]
    arguments: tuple[tuple[Parameter, str], ...]

    def started(self, chosen: Sequence[int]) -> Started | None:
        """The launch, if what only running would tell were `chosen`; None where that is no launch."""
        scope = Scope(self.files, self.context.code, self.start, self.end, chosen)
        try:
            grid, block, *rest = (scope.value(text) for text in self.configuration[:3])
            bound = len(scope.free)
            shape, shared = _dim(block), rest[0] if rest else 0
            values, elements = self._arguments(scope)
        except (Unknown, RecursionError):
            return None
        if not 0 < _volume(shape) <= MOST_BLOCK or not isinstance(shared, int | float):
            return None
        return Started(_fewer(_dim(grid), shape), shape, min(max(int(shared), 0), MOST_SHARED), values, elements, bound)

    def _arguments(self, scope: Scope) -> tuple[dict[str, float], int]:
        """Values of the parameters that are numbers and hang on the configuration or are known, and elements."""
        values: dict[str, float] = {}
        elements = 0
        for parameter, text in self.arguments:
            if "*" in parameter.type:
                elements = max(elements, self._elements(scope, parameter, text))
                continue
            before = len(scope.free)
            value = scope.value(text) if parameter.is_number else ()
            if isinstance(value, int | float) and (len(scope.free) == before or not _NAME.fullmatch(text)):
                values[parameter.name] = value
        return values, min(elements, MOST_ELEMENTS)

    def _elements(self, scope: Scope, parameter: Parameter, text: str) -> int:
        """Elements of the buffer that an argument is allocated with; 0 where that is not told."""
        named = _NAME.match(text)
        if named is None:
            return 0
        code = self.context.code
        found = list(re.finditer(_ALLOCATES % re.escape(named[0].encode()), code[: self.end]))
        if not found:
            return 0
        spans = split_arguments(code, found[-1].end(), _closing(code, found[-1].end()))
        size = scope.value(code[spans[0].start : spans[0].end].decode(errors="replace")) if spans else 0
        return int(size) // SIZES.get(_element(parameter.type), 1) if isinstance(size, int | float) else 0


def sites(files: Files, kernel: Kernel) -> Iterator[Site]:
    """The launches of a kernel in all files, as far as they give each parameter an argument."""
    for context in files.all:
        for node in by_kind(context.root, kinds({"call_expression": "call"})).get("call", ()):
            if not context.is_launch(node) or context.callee(node) != kernel.name.encode():
                continue
            launch = context.launch(node)
            if len(launch.configuration) < 2 or len(launch.arguments) > len(kernel.parameters):
                continue
            around = functions(context).at(node.start_byte)
            texts = [context.text(span).decode(errors="replace") for span in launch.arguments]
            yield Site(
                files,
                context,
                around.start if around is not None else 0,
                node.start_byte,
                tuple(context.text(span).decode(errors="replace") for span in launch.configuration),
                tuple(zip(kernel.parameters, texts, strict=False)),
            )


def _closing(code: bytes, at: int) -> int:
    """Where the bracket around byte `at` closes; the end where it does not."""
    depth = 1
    for bracket in _BRACKETS.finditer(code, at):
        depth += 1 if bracket[0] == b"(" else -1
        if depth == 0:
            return bracket.start()
    return len(code)


def _element(text: str) -> str:
    return re.sub(r"\b(?:const|volatile|struct)\b|\*", " ", text).strip()


def _dim(value: Value) -> Dim:
    parts = value if isinstance(value, tuple) else (value,)
    x, y, z = (max(int(part), 0) for part in (*parts, 1, 1)[:3])
    return (x, y, z)


def _volume(dim: Dim) -> int:
    return dim[0] * dim[1] * dim[2]


def _fewer(grid: Dim, block: Dim) -> Dim:
    """A grid of at least one block, and of no more threads than can be run in good time, spread over the axes."""
    parts = [max(part, 1) for part in grid]
    while parts[0] * parts[1] * parts[2] * _volume(block) > MOST_STARTED and max(parts) > 1:
        longest = max((axis for axis in range(3) if parts[axis] > 1), key=lambda axis: parts[axis] * block[axis])
        parts[longest] = (parts[longest] + 1) // 2
    return (parts[0], parts[1], parts[2])
