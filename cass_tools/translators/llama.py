"""llama.cpp through its Python bindings: loading a GGUF, writing an answer, quantising. Only the worker imports this.

The opening of a request is read once and stays in the KV cache, in batches that do not depend on what was asked before,
so that the same request always gives the same answer.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import llama_cpp

from cass_tools.errors import CassError
from cass_tools.models import gguf
from cass_tools.translators.asking import Answer, Progress, Request, Watcher, last_line
from cass_tools.translators.fences import complete
from cass_tools.translators.template import CHATML, Turn, turn

BATCH = 128  # tokens that are read between two looks at the clock
TOP_K, TOP_P = 40, 0.95
TEMPLATE = "tokenizer.chat_template"


class Loading(NamedTuple):
    """How a model is loaded: `context` tokens; `scale` > 1 stretches RoPE by YaRN beyond `trained` tokens."""

    path: Path
    context: int
    threads: int
    layers: int = 0
    trained: int = 0
    scale: float = 1.0


class _Work(NamedTuple):
    """One question while it is worked on."""

    request: Request
    watcher: Watcher
    until: float
    piece: Callable[[str], None]

    def over(self) -> str:
        """Why it is to end, if it is."""
        if self.watcher.cancelled:
            return "cancelled"
        return "time" if time.monotonic() > self.until else ""


class Model:
    """A model in memory."""

    def __init__(self, loading: Loading) -> None:
        form = _turn(loading.path)
        rope: dict[str, Any] = {}
        if loading.scale > 1:
            rope = {
                "rope_scaling_type": llama_cpp.LLAMA_ROPE_SCALING_TYPE_YARN,
                "rope_freq_scale": 1 / loading.scale,
                "yarn_orig_ctx": loading.trained,
            }
        try:
            self._llama = llama_cpp.Llama(
                str(loading.path),
                n_ctx=loading.context,
                n_batch=BATCH,
                n_threads=loading.threads,
                n_threads_batch=loading.threads,
                n_gpu_layers=loading.layers,
                verbose=False,
                **rope,
            )
        except (ValueError, RuntimeError, AssertionError) as error:
            raise CassError(f"{loading.path} cannot be loaded: {error}") from error
        self._opening: list[int] = []  # tokens that the KV cache begins with, read in a batch of their own
        self._bos, eos = map(self._name, (self._llama.token_bos(), self._llama.token_eos()))
        self._turn = form.named(self._bos, eos)

    def _name(self, token: int) -> str:
        return self._llama._model.token_get_text(token) if token >= 0 else ""

    def answer(self, request: Request, watcher: Watcher, piece: Callable[[str], None] = lambda _: None) -> Answer:
        """The model's answer; `piece` gets the text as it comes."""
        began = time.monotonic()
        opening, rest = self._tokens(request)
        room = self._llama.n_ctx() - len(opening) - len(rest)
        if room < 16:
            raise CassError(
                f"the question has {len(opening) + len(rest)} tokens, the model's context {self._llama.n_ctx()}: "
                "ask for less, or load it with a larger context"
            )
        work = _Work(request, watcher, began + request.seconds, piece)
        ended = self._read(opening, rest, work)
        text, written = "", 0
        if not ended:
            text, written, ended = self._write(opening + rest, min(request.tokens, room), work)
        return Answer(text, ended, len(opening) + len(rest), written, time.monotonic() - began)

    def _tokens(self, request: Request) -> tuple[list[int], list[int]]:
        """The question as tokens, the opening apart. What looks like a control token in the input is plain text."""
        head = self._turn.before + request.opening
        add_bos = not (self._bos and head.startswith(self._bos))
        rest = self._encode(request.input, special=False)
        rest += self._encode(request.closing + self._turn.after, special=True)
        return self._encode(head, special=True, add_bos=add_bos), rest

    def _encode(self, text: str, *, special: bool, add_bos: bool = False) -> list[int]:
        return list(self._llama.tokenize(text.encode(), add_bos=add_bos, special=special))

    def _read(self, opening: list[int], rest: list[int], work: _Work) -> str:
        """Read all but the last token of the question; why that ended early, if it did."""
        llama, total = self._llama, len(opening) + len(rest)
        if self._opening != opening:
            llama.reset()
            self._opening = []
            if why := self._read_batches(opening, total, work):
                return why
            self._opening = opening
        llama.n_tokens = len(opening)  # what was there of other questions is read over
        return self._read_batches(rest[:-1], total, work)

    def _read_batches(self, tokens: Sequence[int], total: int, work: _Work) -> str:
        for start in range(0, len(tokens), BATCH):
            if why := work.over():
                return why
            self._llama.eval(tokens[start : start + BATCH])
            work.watcher.told(Progress(read=self._llama.n_tokens, to_read=total))
        return ""

    def _write(self, tokens: list[int], most: int, work: _Work) -> tuple[str, int, str]:
        """The text, its tokens and why it ended."""
        data, shown, number = b"", 0, 0
        for number, token in enumerate(self._sampled(tokens, work.request), 1):
            if llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token):
                return data.decode(errors="replace"), number - 1, "stop"
            data += self._llama.detokenize([token], special=False)
            text = data.decode(errors="ignore")
            work.piece(text[shown:])
            shown = len(text)
            work.watcher.told(Progress(0, len(tokens), len(tokens), number, last_line(text)))
            if complete(text):
                return text, number, "stop"
            if why := work.over() or ("length" if number >= most else ""):
                return text, number, why
        return data.decode(errors="replace"), number, "stop"

    def _sampled(self, tokens: list[int], request: Request) -> Iterator[int]:
        grammar = llama_cpp.LlamaGrammar.from_string(request.grammar, verbose=False) if request.grammar else None
        self._llama.set_seed(request.seed)
        yield from self._llama.generate(
            tokens,
            top_k=TOP_K,
            top_p=TOP_P,
            min_p=0.0,
            temp=request.temperature,
            repeat_penalty=1.0,
            grammar=grammar,
        )


def _turn(path: Path) -> Turn:
    """A user's turn in the words of the model's own chat template, a usual one's where it has none."""
    values = gguf.read(path).values
    known = {key: value for key, value in values.items() if key.startswith(TEMPLATE) and isinstance(value, str)}
    own = known.pop(TEMPLATE, CHATML)
    try:
        return turn(own, list(known.values()))
    except CassError as error:
        raise CassError(f"{path} cannot be used: {error}") from error


def has_gpu() -> bool:
    """Whether the bindings were built with support for a GPU."""
    return bool(llama_cpp.llama_supports_gpu_offload())


def version() -> str:
    """The version of the bindings."""
    return str(llama_cpp.__version__)


def quantise(source: Path, target: Path, kind: int, threads: int) -> None:
    """Write `source` with weights of llama.cpp's file type `kind`; CassError where that fails."""
    settings = llama_cpp.llama_model_quantize_default_params()
    settings.ftype = kind
    settings.nthread = threads
    settings.allow_requantize = True
    if llama_cpp.llama_model_quantize(str(source).encode(), str(target).encode(), settings):
        raise CassError(f"{source} was not quantised: llama.cpp refused it")
