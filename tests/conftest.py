"""What all tests share: a sandbox, boxes made from text, and a world without keys or network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description, new_canary, parse_description
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits, open_launcher

CAESAR_RULE = "Every letter is replaced by the next letter of the alphabet, z by a. Case and blanks stay."
CAESAR_FRONT = """\
difficulty: easy
domain: {letters: any, spaces: true, max_length: 20}
examples:
  - {input: abc, output: bcd}
  - {input: Hello World, output: Ifmmp Xpsme}
  - {input: zZ, output: aA}
"""
CAESAR = """\
def blackbox(plaintext):
    out = []
    for c in plaintext:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            c = chr((ord(c) - base + 1) % 26 + base)
        out.append(c)
    return "".join(out)
"""


def describe(identifier: str, front: str, rule: str, public: str = "") -> Description:
    """Return a description made of its parts."""
    text = f"---\n{front}---\n{rule}\n\n<!-- {new_canary()} -->\n\n# Public\n{public}\n"
    return parse_description(text, identifier)


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    opened = open_launcher("local")
    yield opened
    opened.close()


@pytest.fixture
def caesar_text() -> Description:
    return describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE)


@pytest.fixture
def make_box(launcher: Launcher) -> Iterator[Callable[..., Box]]:
    """Make a box from a description and code; all are closed in the end."""
    boxes: list[Box] = []

    def make(description: Description, source: str, **limits: Any) -> Box:
        box = Box(description, get_family(description.family), source, launcher, limits=Limits(**limits))
        boxes.append(box)
        return box

    yield make
    for box in boxes:
        box.close()


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    """An empty workspace that sees no shipped collection."""
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    (tmp_path / "descriptions").mkdir()
    return Workspace(tmp_path, True, None)


def write_description(place: Workspace, description: Description) -> None:
    """Put a description into a workspace."""
    path = place.root / "descriptions" / f"{description.id}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(description.text)


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "BOXWRIGHT_SANDBOX"):
        monkeypatch.delenv(name, raising=False)
