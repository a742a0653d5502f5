"""A person at the terminal as a player: reads what every player reads, and types replies."""

from __future__ import annotations

from collections.abc import Callable

from boxwright.harness.players.player import Observation

Say = Callable[[str], None]
Read = Callable[[], str]


class Person:
    """One per episode. A reply ends with an empty line, so that programs and several lines can be typed.

    The marker of the last line (`QUERY:`, `ANSWER:`) may be left out in a reply of one line.
    """

    def __init__(self, say: Say, read: Read) -> None:
        self._say, self._read = say, read
        self._heard = 0

    def reply(self, observation: Observation) -> str:
        """Show what is new and return what was typed. Raises: what `read` raises when the person leaves."""
        said = observation.conversation
        if len(said) < self._heard:
            self._heard = 0
            self._say("----- a new conversation -----")
        for message in said[self._heard :]:
            own = message.role == "assistant"
            self._say(f"> {message.content}" if own else message.content)
        self._heard = len(said) + 1
        return marked(self._typed(), observation)

    def _typed(self) -> str:
        lines: list[str] = []
        while not lines or lines[-1].strip():
            line = self._read()
            if lines or line.strip():
                lines.append(line)
        return "\n".join(lines).strip()


def marked(text: str, observation: Observation) -> str:
    """Add the marker to a reply of one line that has none; a program and a move are as they were typed.

    So is a reply that is read without a marker: it may answer where a query is asked for.
    """
    marker = observation.markers.get(observation.kind, "")
    if (
        observation.kind not in ("query", "answer")
        or not marker
        or observation.reads_unmarked
        or "\n" in text
        or ":" in text
        or text.upper() == "STOP"
    ):
        return text
    return f"{marker}: {text}"
