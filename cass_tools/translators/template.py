"""A model's chat template, filled in once, in a process of its own: anybody may have written it, and it is a program.

The process (`python -m cass_tools.translators.template`) is in the sandbox and has limits of time, memory and output,
so that a template that never ends, asks for all memory or fails is a sentence. What a user says is not in it: the
text before and after it is all that is taken of the result. It comes before the model is loaded, for llama.cpp's
bindings compile every template of a file then, and what is constant in one is computed when it is compiled.
"""

import json
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, NoReturn

from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cass_tools.errors import CassError
from cass_tools.proc import run
from cass_tools.sandbox.policy import interpreter

SECONDS = 10.0
MEMORY = 512 << 20  # bytes
LONGEST = 1 << 20  # bytes around what is said
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{{ '<|im_start|>assistant\n' }}"  # a new line at the end of the template itself would be dropped
)
# What is said in the user's place: a template that escapes, reflows or drops anything of code is noticed.
SAID = "Say:\n```cuda\n    int f(a<b>) { return \"x\" & 'y'; }  // {{ 1 }}\n\n```"


BOS, EOS = "<|cass:bos|>", "<|cass:eos|>"  # stand for tokens whose names are known once the model is loaded


class Turn(NamedTuple):
    """What a model reads `before` and `after` what a user says."""

    before: str
    after: str

    def named(self, bos: str, eos: str) -> "Turn":
        """The same with the model's own names of the tokens that begin and end a text."""
        return Turn(*(text.replace(BOS, bos).replace(EOS, eos) for text in self))


def turn(template: str, others: Sequence[str] = ()) -> Turn:
    """The user's turn and the beginning of the answer, by a template in Jinja; CassError for one that gives none.

    `others` are only compiled.
    """
    done = run(
        [sys.executable, "-m", "cass_tools.translators.template"],
        stdin=json.dumps({"template": template, "others": others}).encode(),
        timeout=SECONDS,
        memory=MEMORY,
        max_output=8 * LONGEST,
        sandbox=True,
        readable=interpreter(),
    )
    if done.timed_out:
        raise CassError(f"the model's chat template does not come to an end within {SECONDS:.0f} seconds")
    if done.status != 0 or done.stopped:
        lines = done.stderr.decode(errors="replace").split("\n")
        told = next((line.removeprefix("error: ") for line in lines if line.startswith("error: ")), "")
        raise CassError(f"the model's chat template fails: {told or done.stopped or f'status {done.status}'}")
    try:
        whole = str(json.loads(done.stdout))
    except ValueError:
        raise CassError(f"the model's chat template writes more than {LONGEST >> 20} MiB") from None
    before, found, after = whole.rpartition(SAID)
    if not found:
        raise CassError("the model's chat template changes what is said: it cannot be used")
    return Turn(before, after)


def filled(template: str, others: Sequence[str] = ()) -> str:
    """One turn of a user by a template, with what templates of models count on (transformers, apply_chat_template)."""
    extensions = (loopcontrols, _Generation)
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=extensions)
    environment.filters["tojson"] = _json
    values: dict[str, Any] = {"bos_token": BOS, "eos_token": EOS, "add_generation_prompt": True}
    values |= dict.fromkeys(("functions", "function_call", "tools", "tool_choice"))
    values |= {"raise_exception": _refuse, "strftime_now": lambda form: datetime.now().astimezone().strftime(form)}
    for each in others:
        environment.from_string(each)
    return environment.from_string(template).render(messages=[{"role": "user", "content": SAID}], **values)


class _Generation(Extension):
    """`{% generation %}`: marks what is an answer, for training; here it is only what it holds."""

    tags = {"generation"}  # noqa: RUF012  as the class above has it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """What is between the tags."""
        parser.stream.skip(1)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _json(value: Any, indent: int | None = None, **how: Any) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=bool(how.pop("ensure_ascii", False)), **how)


def _refuse(message: str) -> NoReturn:
    raise ValueError(message)


def main() -> None:
    """Fill in the template on standard input; the result, or the last line of standard error, says what came of it."""
    try:
        text = filled(**json.load(sys.stdin))
    except Exception as error:  # of the template, which may fail as any program does
        said = " ".join(str(error).split())
        sys.exit(f"error: {type(error).__name__}{': ' if said else ''}{said[:300]}")
    if len(text) > LONGEST:
        sys.exit(f"error: it writes more than {LONGEST >> 20} MiB")
    print(json.dumps(text))


if __name__ == "__main__":
    main()
