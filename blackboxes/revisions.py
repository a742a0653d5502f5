"""Revisions: integers that are incremented manually when what players read, or how they are scored, changes.

A source hash would make a box stale for a comment; a revision is changed on purpose. Golden transcripts
(`tests/golden/`) fail when a conversation changes and none of its revisions does.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

REPLIES = 23
"""How replies are read: `blackboxes/replies.py`, with `spoken.py`, `stated.py`, `keyed.py`, `wrappings.py`,
`notations.py`, `beside.py`, `taken_back.py`, `courtesy.py` and `clear.py`.

Where a family comes to read more forms of an answer together with these, this says so, too."""
EPISODE = 6
"""How an episode is played: turns, repairs, shots, and the engine's own words (`harness/episode.py`), and what it asks
once more (`blackboxes/below.py`)."""


class Revisions(BaseModel):
    """What a result or an accepted box depends on, besides its own content."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    environment: int
    """Of the family or the reasoning game."""
    replies: int = REPLIES
    episode: int = EPISODE

    def differing(self, now: Revisions) -> str:
        """Return what changed since, e.g. `its environment's revision is 2, not 1`; empty if nothing did."""
        words = {"environment": "its environment's", "replies": "the reading of replies'", "episode": "the episode's"}
        changed = [(name, getattr(self, name), getattr(now, name)) for name in words]
        return ", ".join(f"{words[name]} revision is {new}, not {old}" for name, old, new in changed if old != new)
