"""An election by elimination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, ballots: list[str]) -> None:
    """Names that are out are struck from the ballots."""
    rounds, running = 0, "ABC"
    while True:
        rounds += 1
        count = Counter(ballot[0] for ballot in ballots)
        votes = [count[name] for name in "ABC"]
        leader = "ABC"[votes.index(max(votes))]
        checkpoint(1, votes=votes, leader=leader)
        if 2 * max(votes) > len(ballots):
            others = [count[name] for name in "ABC" if name != leader]
            checkpoint(3, winner=leader, rounds=rounds, lead=count[leader] - max(others))
            return
        out = min(reversed(running), key=lambda name: count[name])
        checkpoint(2, out=out, moved=count[out])
        running = running.replace(out, "")
        ballots = [ballot.replace(out, "") for ballot in ballots]
