"""llama.cpp through its Python bindings: loading a GGUF, writing an answer, quantising. Only the worker imports this.

The opening of a request is read once and stays in the KV cache, in batches that do not depend on what was asked before,
so that the same request always gives the same answer.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import llama_cpp
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from cass_tools.errors import CassError
from cass_tools.translators.asking import Answer, Progress, Request, Watcher
from cass_tools.translators.fences import complete

BATCH = 128  # tokens that are read between two looks at the clock
TOP_K, TOP_P = 40, 0.95
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n"
)


class Loading(NamedTuple):
    """How a model is loaded: `context` tokens; `scale` > 1 stretches RoPE by YaRN beyond `trained` tokens."""

    path: Path
    context: int
    threads: int
    layers: int = 0
    trained: int = 0
    scale: float = 1.0


class _Turn(NamedTuple):
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
        self._format = self._template()

    def _template(self) -> Jinja2ChatFormatter:
        """The model's own chat template, ChatML where it has none."""
        template = self._llama.metadata.get("tokenizer.chat_template", CHATML)
        names = []
        for token in (self._llama.token_eos(), self._llama.token_bos()):
            raw = self._llama._model.token_get_text(token) if token >= 0 else ""
            names.append(raw)
        return Jinja2ChatFormatter(template=template, eos_token=names[0], bos_token=names[1])

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
        turn = _Turn(request, watcher, began + request.seconds, piece)
        ended = self._read(opening, rest, turn)
        text, written = "", 0
        if not ended:
            text, written, ended = self._write(opening + rest, min(request.tokens, room), turn)
        return Answer(text, ended, len(opening) + len(rest), written, time.monotonic() - began)

    def _tokens(self, request: Request) -> tuple[list[int], list[int]]:
        """The question as tokens, the opening apart. What looks like a control token in the input is plain text."""
        turn = [{"role": "user", "content": request.text}]
        whole = self._format(messages=turn).prompt
        start = whole.rfind(request.text)
        if start < 0:
            raise CassError("the model's chat template changes what is said: it cannot be used")
        split = start + len(request.opening)
        after = split + len(request.input)
        bos = self._llama._model.token_get_text(self._llama.token_bos()) if self._llama.token_bos() >= 0 else ""
        head, tail = whole[:split], whole[after:]
        add_bos = not (bos and head.startswith(bos))
        rest = self._encode(request.input, special=False) + self._encode(tail, special=True)
        return self._encode(head, special=True, add_bos=add_bos), rest

    def _encode(self, text: str, *, special: bool, add_bos: bool = False) -> list[int]:
        return list(self._llama.tokenize(text.encode(), add_bos=add_bos, special=special))

    def _read(self, opening: list[int], rest: list[int], turn: _Turn) -> str:
        """Read all but the last token of the question; why that ended early, if it did."""
        llama, total = self._llama, len(opening) + len(rest)
        if self._opening != opening:
            llama.reset()
            self._opening = []
            if why := self._read_batches(opening, total, turn):
                return why
            self._opening = opening
        llama.n_tokens = len(opening)  # what was there of other questions is read over
        return self._read_batches(rest[:-1], total, turn)

    def _read_batches(self, tokens: Sequence[int], total: int, turn: _Turn) -> str:
        for start in range(0, len(tokens), BATCH):
            if why := turn.over():
                return why
            self._llama.eval(tokens[start : start + BATCH])
            turn.watcher.told(Progress(read=self._llama.n_tokens, to_read=total))
        return ""

    def _write(self, tokens: list[int], most: int, turn: _Turn) -> tuple[str, int, str]:
        """The text, its tokens and why it ended."""
        data, shown, number = b"", 0, 0
        for number, token in enumerate(self._sampled(tokens, turn.request), 1):
            if llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token):
                return data.decode(errors="replace"), number - 1, "stop"
            data += self._llama.detokenize([token], special=False)
            text = data.decode(errors="ignore")
            turn.piece(text[shown:])
            shown = len(text)
            turn.watcher.told(Progress(read=len(tokens), to_read=len(tokens), written=number))
            if complete(text):
                return text, number, "stop"
            if why := turn.over() or ("length" if number >= most else ""):
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
