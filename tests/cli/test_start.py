"""What a command does not need it does not load."""

import subprocess
import sys

import pytest

LARGE = ("llama_cpp", "huggingface_hub", "cass_tools.translators.local", "cass_tools.translators.endpoint", "numpy")


@pytest.mark.parametrize("words", [["check", "a.cu"], ["check", "--all", "a.cu"], ["translate", "--stdout", "a.cu"]])
def test_no_model_is_loaded_unless_it_is_asked_for(words: list[str], tmp_path: object) -> None:
    program = (
        "import sys; from cass_tools.cli.main import run; open('a.cu', 'w').write('int main() {}  // cuda\\n');"
        f"run({words!r}); print([name for name in {LARGE!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=str(tmp_path), capture_output=True, timeout=60, check=True
    )
    assert done.stderr.decode().splitlines()[-1] == "[]"
