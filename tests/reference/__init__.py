"""Independent implementations of published rules: the source of worked examples and exams, never of black-boxes.

`<family>/<box>.py` is the reference of `<family>/<box>`, by being there. They run in the sandbox only, with
`boxwright exam ID --reference FILE.py` and in the tests.
"""

from __future__ import annotations

from pathlib import Path

REFERENCES = {f"{path.parent.name}/{path.stem}": path for path in sorted(Path(__file__).parent.glob("*/*.py"))}
"""The references' files by id."""
