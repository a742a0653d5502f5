"""Write the conformance table of docs/interfaces.md: `python -m tests.conformance.document`."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.drivers import ALL
from tests.conformance.played import IDS, SCRIPTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "interfaces.md"
BEGIN, END = "<!-- conformance -->\n", "<!-- /conformance -->\n"


def table() -> str:
    """Return the table."""
    episodes = len(IDS) * len(SCRIPTS)
    lines = [
        "| interface | package | episodes compared, message by message | what it cannot express |",
        "|---|---|--:|---|",
    ]
    for name, of in ALL.items():
        package = f"`{of.package}`" if of.package else ""
        lines.append(f"| {name} | {package} | {episodes} | {of.cannot} |")
    kinds = ", ".join(f"`{name}`" for name in IDS)
    scripts = ", ".join(SCRIPTS)
    return f"{episodes} episodes: the environments {kinds}; the scripts {scripts}.\n\n" + "\n".join(lines) + "\n"


def page() -> str:
    """Return the page with the table of now."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
