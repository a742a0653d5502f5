"""Live progress of builds: which step, which attempt, which gate failed, tokens spent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.plural import plural
from boxwright.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console

STEPS = {
    "write": "the coder writes the module and the claims to test",
    "check": "the gates run",
    "agree": "independent implementations are compared",
    "rewrite": "the coder starts over",
    "simulate": "the test agent plays",
    "work_out": "the test agent works inputs out by hand",
    "read": "the refiner reads the code beside the description",
    "diagnose": "the refiner reads the log",
    "probe": "the test agent is asked once more, for the claims that are open",
    "locate": "the refiner finds the fault in the code",
    "revise": "the coder revises",
    "accept": "the box is registered",
    "prompt": "the author writes the instructions for a domain",
    "configure": "the author writes a domain",
    "repair": "the author repairs what is faulty",
    "write_book": "the writer writes the book",
    "review_book": "the reviser reads the book",
    "propose_things": "the writer proposes things",
    "repair_things": "the writer mends what was found",
    "read_things": "the reader reads the names",
    "propose_draft": "the author writes the description",
    "read_draft": "two readers work the rule out and write the box",
    "compare_draft": "author and readers are compared",
    "settle_draft": "the author says whether it is open",
    "revise_draft": "the author corrects the description",
    "write_draft": "the description is written",
}
WRITE_ANEW = ("revise", "rewrite", "configure", "repair", "revise_draft")
"""Steps that start the next attempt."""
MAX_LINE = 300
"""Characters of a finding or a cause on the screen; the run's files have all of it."""


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LINE else f"{text[:MAX_LINE].rstrip()} …"


class Progress:
    """Prints one line per event; on a terminal, a live line below shows the current step."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Any = None
        self._step = ""
        self._gates: list[str] = []

    def __enter__(self) -> Progress:
        if self._console.is_terminal:
            self._status = self._console.status("")
            self._status.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._status is not None:
            self._status.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the live line away while somebody types."""
        if self._status is not None:
            self._status.stop()
        try:
            yield
        finally:
            if self._status is not None:
                self._status.start()

    def say(self, text: str) -> None:
        """Print one line."""
        depth = 2 + len(text) - len(text.lstrip())
        self._console.print(Padding(Text.from_markup(visible(text.lstrip())), (0, 0, 0, depth), expand=False))

    def note(self, text: str) -> None:
        """Print one line that is worth a look."""
        self.say(f"[yellow]{escape(text)}[/]")

    def fault(self, text: str) -> None:
        """Print one line about a fault."""
        self.say(f"[red]{escape(text)}[/]")

    def start(self, identifier: str) -> None:
        """Print a box's heading."""
        self._console.print(f"[bold]{identifier}[/]")

    def report(self, event: Event) -> None:
        """Show one event."""
        if event.kind == "step":
            self._begin(event)
        elif event.kind == "gate":
            self._gate(event)
        elif event.kind == "reply":
            self._live(f"{event.text}, {event.usage.total if event.usage else 0:,} tokens so far")
        elif event.kind == "refused" and event.text != "check":
            self.say(f"  [red]✗ {escape(_cut(event.detail))}[/]")
        elif event.kind == "cause":
            self.say(f"  cause: {escape(_cut(event.text))}")
        elif event.kind in ("failed", "planted", "resumed", "consensus", "drift"):
            self.say(f"  [yellow]{escape(event.text)}[/]")
        elif event.kind == "ended" and event.usage:
            note = " (estimated)" if event.usage.estimated else ""
            self.say(f"{plural(event.usage.calls, 'call')}, {event.usage.total:,} tokens{note}")

    def _begin(self, event: Event) -> None:
        self._step = event.text
        self._gates = []
        if event.text not in ("accept", "locate", "prompt"):
            self.say(f"[cyan]attempt {max(1, event.attempt + (event.text in WRITE_ANEW))}[/] {STEPS[event.text]}")
        self._live(STEPS[event.text])

    def _gate(self, event: Event) -> None:
        if event.passed:
            self._gates.append(event.text)
            self._live(f"gates passed: {' '.join(self._gates)}")
            if len(self._gates) == 8:
                self.say(f"  [green]✓[/] {' '.join(self._gates)}")
        else:
            self.say(f"  [red]✗ {escape(_cut(event.detail))}[/]")

    def _live(self, text: str) -> None:
        if self._status is not None:
            self._status.update(escape(text))
