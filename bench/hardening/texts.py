"""Texts to read that nobody would write: by a grammar of CUDA, by mutation, at random, deep and long."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.rules import all_rules


def _grammar() -> dict[str, tuple[str, ...]]:
    """The alternatives of each symbol."""
    found: dict[str, tuple[str, ...]] = {}
    for line in Path(__file__).with_name("cuda.grammar").read_text(encoding="utf-8").splitlines()[1:]:
        symbol, _, text = line.partition(" = ")
        text = text.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
        found[symbol] = (*found.get(symbol, ()), text)
    return found


GRAMMAR = _grammar()
DEEP = (
    "(",
    "{",
    "[",
    "a<",
    "k<<<",
    "#if 1\n",
    "-",
    "!",
    "if(x)",
    "a?b:",
    "f(",
    "[]{",
    "namespace a{",
    "template<",
    "a::",
    "*",
    "a=",
    "/*",
    '"',
    'R"(',
    "//",
    "\\\n",
    "#define A(x) A(",
    "asm(",
    "do ",
    "else ",
    "case 1:",
    "sizeof ",
    "(int)",
    "a.",
    "a,",
    "<",
    "&",
)
CLOSED = {"(": ")", "{": "}", "[": "]", "a<": ">", "k<<<": ">>>(1);", "f(": ")", "#if 1\n": "\n#endif\n", "[]{": "}"}
LONG = (
    "cudaMalloc(&p, 8); ",
    "k<<<1, 64>>>(p); ",
    "0x12,",
    "__shfl_down_sync(0xffffffff, v, 16); ",
    "a ",
    "x + ",
    "#",
    "\\",
    "  ",
    '"s" ',
    "/* c */",
    "float a[32]; ",
    'asm("mov.u32 %0, %laneid;" : "=r"(x)); ',
    "if (x) { } ",
    "cudaError_t ",
    "\x00",
    "\xff",
    "'",
    "for (int i = 16; i > 0; i /= 2) s += t[threadIdx.x ^ i]; ",
    "#define A cudaFree\\\n",
    "min(a, 1.0f) ",
    "operator+ ",
    "case 1: ",
    "\n",
)


class Text(NamedTuple):
    """A text, and how it was made."""

    kind: str
    data: bytes


class Maker:
    """Texts by lot: the same seed gives the same."""

    def __init__(self, seed: int, corpus: Sequence[Path] = ()) -> None:
        self.lot = random.Random(seed)  # noqa: S311 - no secret
        self.examples = [example.before.encode() for rule in all_rules() for example in rule.invalid]
        self.corpus = list(corpus)
        self.kinds: dict[str, Callable[[], bytes]] = {
            "grammar": self.by_grammar,
            "bytes": self.noise,
            "mutation": self.mutated,
            "nesting": self.nested,
            "lines": self.long,
        }

    def one(self) -> Text:
        """The next text: half of all are mutations and programs by the grammar."""
        kind = self.lot.choices(list(self.kinds), (30, 10, 40, 10, 10))[0]
        return Text(kind, self.kinds[kind]())

    def by_grammar(self) -> bytes:
        """A program of CUDA's shape that means nothing."""
        return self._expand("file", self.lot.choice((6, 12, 25))).encode("utf-8", "replace")

    def _expand(self, symbol: str, depth: int) -> str:
        choices = GRAMMAR[symbol]
        if depth <= 0:
            choices = tuple(each for each in choices if "$" not in each) or ("x",)
        parts = self.lot.choice(choices).split("$")
        out = [parts[0]]
        for part in parts[1:]:
            size = next((n for n in range(len(part), 0, -1) if part[:n] in GRAMMAR), 0)
            out.append(self._expand(part[:size], depth - 1) + part[size:] if size else part)
        return "".join(out)

    def noise(self) -> bytes:
        """Bytes without any order, or of those that C++ uses."""
        size = self.lot.choice((1, 10, 1000, 30_000))
        if self.lot.random() < 0.5:
            return self.lot.randbytes(size)
        return bytes(self.lot.choices(b"abcudk<>(){}[];,#\"'/\\*&=+-._:0x\n\t \r", k=size))

    def mutated(self) -> bytes:
        """A real file or an example of a rule, cut, doubled, mixed and spoilt."""
        data = bytearray(self._seed())
        for _ in range(self.lot.choice((1, 2, 5, 20))):
            start = self.lot.randint(0, len(data))
            end = min(len(data), start + self.lot.choice((1, 3, 40, 2000)))
            act = self.lot.randrange(6)
            if act == 0:
                del data[start:end]
            elif act == 1:
                data[start:start] = data[start:end] * self.lot.choice((1, 2, 30))
            elif act == 2:
                data[start:start] = self.lot.choice((*DEEP, *LONG, *CLOSED.values())).encode("latin-1")
            elif act == 3:
                other = self._seed()
                at = self.lot.randint(0, len(other))
                data[start:end] = other[at : at + 500]
            elif act == 4 and start < len(data):
                data[start] = self.lot.randrange(256)
            else:
                del data[start : None if self.lot.random() < 0.2 else start + 1]
        return bytes(data)

    def _seed(self) -> bytes:
        if self.corpus and self.lot.random() < 0.5:
            return self.lot.choice(self.corpus).read_bytes()[:60_000]
        return self.lot.choice(self.examples)

    def nested(self) -> bytes:
        """What opens and opens, up to 200,000 times, and may close."""
        piece = self.lot.choice(DEEP)
        count = self.lot.choice((10, 300, 5000, 50_000, 200_000))
        return _nest(piece, count, closed=self.lot.random() < 0.5)

    def long(self) -> bytes:
        """One line of up to 300 KB, or lines without end."""
        return self.repeated(self.lot.choice((1000, 30_000, 300_000)))

    def repeated(self, size: int) -> bytes:
        """`size` bytes of one or two pieces, again and again."""
        pieces = "".join(self.lot.choices(LONG, k=self.lot.choice((1, 1, 2)))).encode("latin-1")
        start = b"__global__ void k(float* p) { cudaFree(p); "
        return start + pieces * (size // len(pieces))


def nested(times: int) -> Iterator[Text]:
    """Every piece that nests, so many times; once more where it can be closed."""
    for piece in DEEP:
        yield Text(f"{piece!r}", _nest(piece, times, closed=False))
        if piece in CLOSED:
            yield Text(f"{piece!r}, closed", _nest(piece, times, closed=True))


def _nest(piece: str, count: int, *, closed: bool) -> bytes:
    end = CLOSED.get(piece, "") * count if closed else ""
    return f"__global__ void k(int* p) {{ cudaFree(p); {piece * count}{end}".encode()
