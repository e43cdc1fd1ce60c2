"""docs/sass.md says what was compared with a GPU."""

from tests.executor.nvidia.coverage import PAGE, known, page, recorded


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.executor.nvidia.coverage"


def test_most_of_the_table_was_compared_with_a_gpu() -> None:
    opcodes = {opcode for opcode, _ in known()}
    assert len({opcode for opcode, _ in recorded()}) > 0.75 * len(opcodes)
    assert len(recorded()) > 0.6 * len(known())
