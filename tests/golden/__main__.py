"""`python -m tests.golden`: write transcripts, readings and prompt versions anew, where a revision was raised."""

from __future__ import annotations

import sys
from contextlib import closing

from boxwright.sandbox import open_launcher
from tests.golden.keeper import renew


def main() -> int:
    """Return 1 where something changed under an unchanged revision; that is left as it was."""
    with closing(open_launcher("auto")) as launcher:
        faults = list(renew(launcher))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
