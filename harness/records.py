"""The record of an episode: what was played, and every message."""

from __future__ import annotations

from boxwright.blackboxes.records import PlayedEpisode
from boxwright.harness.chat.api import Message, Usage


class EpisodeRecord(PlayedEpisode):
    """One whole episode of a player."""

    conversations: tuple[tuple[Message, ...], ...] = ()
    """The messages of each conversation, complete."""
    usage: Usage = Usage()
    failure: str = ""
    """Why the infrastructure failed, if it did."""
