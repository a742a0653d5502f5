"""The effort of games: unreadable replies, games without an answer, and tokens, per model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boxwright.blackboxes.records import SampleRecord
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

NOTHING = Usage()


@dataclass
class Replies:
    """The effort of one model's games."""

    games: int = 0
    replies: int = 0
    unreadable: int = 0
    """Number of unreadable replies."""
    undecided: int = 0
    """Games without a readable prediction: unparsable, or cut."""
    unanswered: int = 0
    """Games that ended without an answer though every reply could be read: the rounds ran out."""
    failed: int = 0
    """Games lost to infrastructure failures; excluded from the other figures."""
    usage: Usage = NOTHING

    @property
    def unreadable_rate(self) -> float:
        """The share of replies that are unreadable."""
        return self.unreadable / max(1, self.replies)

    @property
    def lost_rate(self) -> float:
        """The share of games that ended with an unreadable reply."""
        return self.undecided / max(1, self.games)

    @property
    def unpredicted_rate(self) -> float:
        """The share of games that ended without a prediction, for whatever reason."""
        return (self.undecided + self.unanswered) / max(1, self.games)

    @property
    def tokens(self) -> float:
        """Tokens per game."""
        return self.usage.total / max(1, self.games)


def replies_of(environment: str, records: Iterable[tuple[Key, EpisodeRecord]]) -> dict[str, Replies]:
    """Return each model's effort in one environment."""
    found: dict[str, Replies] = {}
    for key, record in records:
        if not key.box.startswith(f"{environment}/"):
            continue
        row = found.setdefault(key.model, Replies())
        ended = [sample for sample in record.samples if sample.outcome != "failed"]
        row.games += len(ended)
        row.failed += len(record.samples) - len(ended)
        row.undecided += sum(sample.unread for sample in ended)
        row.unanswered += sum(_ran_out(sample) for sample in ended)
        row.unreadable += sum(turn.refusals for turn in record.turns)
        row.unreadable += sum(shot.refusals for sample in ended for shot in sample.shots)
        row.replies += sum(message.role == "assistant" for said in record.conversations for message in said)
        row.usage += record.usage
    return found


def _ran_out(sample: SampleRecord) -> bool:
    """Return whether a sample was lost without any answer, and not by a reply that could not be read."""
    return sample.outcome == "wrong" and all(shot.answer is None and not shot.lost for shot in sample.shots)
