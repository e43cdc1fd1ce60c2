"""What a measured program's processor time is made of."""

import subprocess
import sys

MEASURED = """
import subprocess
from bench.self_checking import adopt, processor
adopt()
before = processor()
burn = "import time\\nwhile time.process_time() < 0.5: pass"
start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {burn!r}])"
subprocess.run([__import__("sys").executable, "-c", start], check=True)
print(processor() - before)
"""


def test_that_of_a_helper_that_outlives_its_program_counts() -> None:
    said = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True, timeout=60)
    assert float(said.stdout) >= 0.5
