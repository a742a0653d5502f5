"""Keeps the samples in docs/families.md: each is a real episode of the family's starter, played by the oracle.

`python -m tests.blackboxes.families_page` rewrites them; a test fails when they are out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher, open_launcher
from tests.blackboxes.starters import STARTERS, starter

PAGE = Path(__file__).resolve().parents[2] / "docs" / "families.md"
MARK = re.compile(r"(<!-- sample of (\w+) -->\n).*?(<!-- end of sample -->)", re.DOTALL)
SHOWN = 7
"""Messages that are shown from a conversation's beginning, and one from its end."""


def sample(family: str, launcher: Launcher) -> str:
    """Return one conversation with the starter of a family, as a fenced text."""
    with Box(starter(family), get_family(family), STARTERS[family], launcher) as box:
        record = play(box, Plan(turns=2, shots=1, samples=2, seed=7), BuiltinPlayer("oracle", 7))
    messages = [f"[{'box' if m.role == 'user' else 'player'}]\n{m.content}" for m in record.conversations[0]]
    left_out = len(messages) - SHOWN - 1
    if left_out > 1:
        messages = [*messages[:SHOWN], f"[{left_out} more messages]", messages[-1]]
    return "```text\n" + "\n\n".join(messages) + "\n```\n"


def refreshed(text: str, launcher: Launcher) -> str:
    """Return the page with freshly played samples."""
    return MARK.sub(lambda found: f"{found[1]}{sample(found[2], launcher)}{found[3]}", text)


def main() -> None:
    """Rewrite the page."""
    launcher = open_launcher("local")
    try:
        PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8"), launcher), encoding="utf-8")
    finally:
        launcher.close()


if __name__ == "__main__":
    main()
