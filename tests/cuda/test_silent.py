"""Files that say nothing to any rule are told by their bytes, and no finding is lost by that."""

import pytest

from cass_tools import engine
from tests.cuda.test_named_calls import TEXTS, read

SPEAKING = [
    "// cudaMalloc\n",
    'const char* s = "a\\n__global__ void k() {}";\n',
    "#include <cuda_runtime.h>\n",
    "# /* here */ include <thrust/sort.h>\n",
    "#pragma unroll (4)\n",
    "#define VOTE(n) __##n##_sync(1)\n",
    "\ufeffcudaMalloc(p);\n",
    "void f(Props p) { p.usage = 1; CUmemPoolProps q; }\n",
    "#if __CUDA_ARCH__ >= 700\n#endif\n",
]
QUIET = [
    "#include <vector>\nint main() { std::vector<int> v; return any(v) + all(v) + v.usage; }\n",
    "// a page about nothing\nstruct S { int x; };\n",
    "",
]


@pytest.mark.parametrize("text", SPEAKING)
def test_a_file_that_may_be_about_a_gpu_is_read(text: str) -> None:
    assert not engine.is_silent(read(text))


@pytest.mark.parametrize("text", QUIET)
def test_a_file_about_nothing_is_not(text: str) -> None:
    context = read(text)
    assert engine.is_silent(context)
    assert "code" not in vars(context)  # nothing was lexed


def test_no_finding_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for text in (*TEXTS, *SPEAKING, *QUIET) if engine.is_silent(read(text))]
    assert len(texts) > 20
    monkeypatch.setattr(engine, "is_silent", lambda _context: False)
    for text in texts:
        assert not engine.check_context(read(text)), text
