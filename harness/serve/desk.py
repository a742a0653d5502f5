"""A desk: where a person in a browser and the episode that asks meet. What lies on it is what every player reads.

The page shows it and takes replies; the truth, the box and its code never come here. A reply names the question that it
answers, so that a second one, from another tab or a double click, is refused and changes nothing.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.players.person import marked
from boxwright.harness.players.player import Observation

LONGEST = 100_000
"""Characters of a reply."""


class NotTaken(BoxwrightError):
    """A reply that answers nothing: to an earlier question, after the end, or empty."""


@dataclass(frozen=True)
class Shown:
    """What a person sees now."""

    said: tuple[tuple[bool, str], ...] = ()
    """The conversation: whether a message is the person's own, and its text."""
    kind: str = ""
    """The kind of reply that is waited for; empty while the box works, and at the end."""
    asked: str = ""
    """What is asked, without the rest of the message."""
    question: int = 0
    """Counts what was asked, from 1; a reply names it."""
    over: bool = False


class Desk:
    """One person's desk; a player for one episode after the other. Thread-safe."""

    def __init__(self) -> None:
        self._shown = Shown()
        self._reply: str | None = None
        self._changed = threading.Condition()

    def reply(self, observation: Observation) -> str:
        """Show what is asked and wait for the person, who may close the page and come back."""
        said = tuple((message.role == "assistant", message.content) for message in observation.conversation)
        with self._changed:
            self._shown = Shown(said, observation.kind, observation.text, self._shown.question + 1)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._reply is not None)
            text, self._reply = self._reply or "", None
        return marked(text.strip(), observation)

    def close(self) -> None:
        """Say that the episode is over."""
        with self._changed:
            self._shown = Shown(self._shown.said, question=self._shown.question, over=True)
            self._changed.notify_all()

    def now(self, patience: float = 0.0) -> Shown:
        """Return what is shown; while the box works, wait up to so many seconds for what it asks next."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._shown.kind) or self._shown.over, patience)
            return self._shown

    def say(self, question: int, text: str) -> None:
        """Give the person's reply to a question. Raises: NotTaken."""
        with self._changed:
            if self._shown.over:
                raise NotTaken("the episode is over; nothing is asked any more")
            if question != self._shown.question or not self._shown.kind or self._reply is not None:
                raise NotTaken("this was answered already, or is not asked yet; what is asked now stands below")
            if not text.strip():
                raise NotTaken("the reply was empty; write one")
            if len(text) > LONGEST:
                raise NotTaken(f"the reply is longer than {LONGEST:,} characters; shorten it")
            self._reply = text
            self._shown = Shown((*self._shown.said, (True, text)), question=question)
            self._changed.notify_all()
