"""The process that quantises a model: `python -m cass_tools.translators.quantise SOURCE TARGET KIND THREADS`."""

import sys
from pathlib import Path

from cass_tools.errors import CassError


def main() -> None:
    """Quantise; the error, if there is one, is the last line of standard error."""
    source, target, kind, threads = sys.argv[1:]
    try:
        from cass_tools.translators.llama import quantise

        quantise(Path(source), Path(target), int(kind), int(threads))
    except ImportError as error:
        sys.exit(f"error: llama-cpp-python cannot be loaded: {error}")
    except CassError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
