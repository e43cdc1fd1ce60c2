"""The baseline of `bench.spans_in_place`: a model that answers with what it was asked."""

from pathlib import Path

import pytest

from bench.spans_in_place import CONFIG, Echo, passage_of
from cass_tools.cuda.context import Context
from cass_tools.model import Source
from cass_tools.models.registry import default
from cass_tools.translators.fences import code_in
from cass_tools.translators.merging import fitted
from cass_tools.translators.proposals import Asker, Wish
from tests.multicast import PROGRAM

SPANS = ("unsigned r;\n    asm", "__device__ unsigned summed", "    cudaMalloc(&in, sizeof h);\n")


@pytest.mark.parametrize("text", SPANS)
def test_the_answer_is_the_span(text: str) -> None:
    source = Source(Path("a.cu"), PROGRAM.encode())
    start = PROGRAM.index(text)
    end = PROGRAM.index("}" if text.startswith("__device__") else ";\n", start) + 1
    passage = passage_of(Context(source, CONFIG), PROGRAM[start:end].encode())
    answer = Asker(Echo(), default(), Wish()).ask(Asker(Echo(), default(), Wish()).request(passage, source.data))
    code = code_in(answer.text, default().answers)
    assert code is not None
    assert fitted(passage, source.data, code.encode(), CONFIG) == passage.text(source.data)
