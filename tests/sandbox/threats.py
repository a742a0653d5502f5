"""Run the attack suite and write its results as the threat table of docs/sandbox.md.

`python -m tests.sandbox.threats` (two of the columns need a Docker engine; `--print` changes no file).
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "sandbox.md"
BEGIN, END = "<!-- threats: begin -->", "<!-- threats: end -->"
COLUMNS = ("local", "bubblewrap", "docker", "docker-strict")
WORDS = {"nothing": "reached nothing", "raised": "own exception", "value": "own value"}


class Collector:
    """A pytest plugin that collects what each test recorded about its attack."""

    def __init__(self) -> None:
        self.cells: dict[str, dict[str, str]] = {}
        self.attacks: dict[str, str] = {}
        self.slowest = (0.0, "")
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record one phase of one test."""
        told: dict[str, Any] = dict(report.user_properties)
        if report.failed:
            self.failed.append(report.nodeid)
        if report.when != "call" or "threat" not in told:
            return
        name = told["attack"]
        word = WORDS.get(told["outcome"], told["outcome"])
        row = self.cells.setdefault(told["threat"], {})
        row[told["launcher"]] = word if report.passed else f"**NOT CONTAINED** ({word})"
        self.attacks[told["threat"]] = name
        self.slowest = max(self.slowest, (told["seconds"], f"{name} on {told['launcher']}"))

    def table(self) -> str:
        """Return the table as Markdown."""
        ran = [name for name in COLUMNS if any(name in row for row in self.cells.values())]
        lines = [f"| threat | {' | '.join(ran)} | test |", "| --- " * (len(ran) + 2) + "|"]
        for threat in sorted(self.cells):
            cells = [self.cells[threat].get(name, "not run") for name in ran]
            lines.append(f"| {threat} | {' | '.join(cells)} | `attacks/{self.attacks[threat]}.py` |")
        lines.append("")
        seconds, where = self.slowest
        machine = (
            f"{platform.system()} on {platform.machine()}, Python {sys.version_info.major}.{sys.version_info.minor}"
        )
        counts = f"{len(self.cells)} threats, {len(self.failed)} failures"
        lines.append(f"{counts}; the slowest took {seconds:.1f} s, its limits included ({where}). {machine}.")
        return "\n".join(lines)


def main() -> int:
    """Run the attacks and write the table. Return the exit code of the tests."""
    collector = Collector()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "-n", "2", str(HERE / "test_attacks.py")], plugins=[collector])
    if "--print" in sys.argv:
        print(collector.table())
        return int(code)
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{collector.table()}\n{END}{rest.partition(END)[2]}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
