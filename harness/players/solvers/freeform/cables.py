"""A switchboard whose sockets are joined in pairs by cables with numbers: a socket a turn tells of two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boxwright.harness.players.solvers.freeform.world import Told, World

SENT = 100


class Cables(World):
    """As many sockets as the public part says; two digits name one."""

    phrases = ("There is a switchboard with sockets 1 to 30", "The last two say which socket you use")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.ends: dict[int, tuple[int, int]] = {}
        """Of a socket the other end, and what is added."""

    def choose(self, left: int) -> str:
        """Send a number into a socket of which nothing is known."""
        new = [socket for socket in range(1, 31) if socket not in self.ends]
        return f"{SENT}{self.told.rng.choice(new or [1]):02}"

    def learn(self, text: str, back: str) -> None:
        """A cable works in both directions."""
        out, number = map(int, re.findall(r"\d+", back))
        socket, added = int(text[-2:]), number - SENT
        self.ends |= {socket: (out, added), out: (socket, added)}

    def feedback(self, text: str) -> Sequence[str]:
        """Say it in the words that come back."""
        pairs = (answer.split(", ") for answer in self.answers(text))
        return [f"socket {socket}, number {number}" for socket, number in pairs]

    def answers(self, question: str) -> Sequence[str]:
        """Give what is known, or two sockets of which nothing is."""
        typed = re.findall(r"\d+", question)[0]
        number, socket = int(typed[:-2] or 0), (int(typed[-2:]) - 1) % 30 + 1
        if socket in self.ends:
            out, added = self.ends[socket]
            return [f"{out}, {number + added}"]
        open_ = [other for other in range(1, 31) if other not in self.ends and other != socket]
        return [f"{out}, {number + 5}" for out in open_[:2]]
