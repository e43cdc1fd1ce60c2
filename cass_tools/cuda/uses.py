"""Where a file uses names of the API tables: the look-up that renaming, unsupported names and headers share."""

from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.calls import overload
from cass_tools.cuda.names import TORCH, Api, Status
from cass_tools.model import Span

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_TORCH_HEADERS = (b"torch/", b"ATen/", b"c10/", b"caffe2/", b"gloo/", b"tensorpipe/")


class Use(NamedTuple):
    """An identifier that means `api`; `hip` is what to write there, for overloads by the number of arguments."""

    span: Span
    api: Api
    hip: str

    @property
    def renamed(self) -> bool:
        """Whether the name becomes `hip` in the target release."""
        return self.api.status is Status.RENAMED and self.api.library != TORCH


def find_uses(context: "Context") -> list[Use]:
    """All uses of names that change or have no counterpart; names that are the same in HIP are left out.

    PyTorch's names count only in a file that includes PyTorch; a name that the file itself defines as HIP's does not.
    """
    torch = any(prefix in context.data for prefix in _TORCH_HEADERS)
    found = []
    words = context.words
    own = {define.name for define in context.defines.all if context.defines.text(define).strip().startswith(b"hip")}
    for name in (words.keys() & context.names.keys()) - own:
        api = context.names.get(name)
        if api is None or api.status is Status.SAME or (api.library == TORCH and not torch):
            continue
        if api.kind in ("header", "namespace"):
            continue
        for start in words[name]:
            if context.scopes.is_api(name, start):
                span = Span(start, start + len(name))
                found.append(Use(span, api, overload(context, name, span.end) or api.hip))
    found.sort(key=lambda use: use.span)
    return found
