"""What is known of models by name."""

import pytest

from cass_tools.models.registry import default, known, profile_of


def test_the_models_of_the_paper_are_known() -> None:
    form = known()["cass-src-7b"]
    assert form.prompt == "Convert the following CUDA code to AMD GPU code:"
    assert (form.fence, form.answers[0], form.context, form.longest) == ("cuda", "amd", 16384, 32768)
    assembly = known()["cass-sma100-3b"]
    assert (assembly.task, assembly.sass, assembly.fence) == ("assembly", "sm_80", "cudaasm")
    assert assembly.answers[:2] == ("hipasm", "amdasm")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("cass-src-7b-Q4_K_M.gguf", "cass-src-7b"),
        ("CASS-src-1.5b.gguf", "cass-src-1.5b"),
        ("ahmedheakl/cass-smA100-7b", "cass-sma100-7b"),
        ("cass-mini-q4km.gguf", "cass-mini"),
        ("other.gguf", ""),
    ],
)
def test_a_file_is_known_by_its_name(file: str, name: str) -> None:
    assert profile_of(file).hub == (known()[name].hub if name else default().hub)


def test_others_are_asked_as_cass_models_are() -> None:
    assert profile_of("other").prompt == default().prompt
