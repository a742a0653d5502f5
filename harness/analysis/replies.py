"""What games took: unreadable replies, games without an answer, and tokens, per model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

NOTHING = Usage()


@dataclass
class Replies:
    """What one model's games took."""

    games: int = 0
    unreadable: int = 0
    """Replies that could not be read."""
    undecided: int = 0
    """Games without a readable prediction: unparsable, or cut."""
    failed: int = 0
    """Games that the infrastructure failed; in none of the other figures."""
    usage: Usage = NOTHING


def replies_of(environment: str, records: Iterable[tuple[Key, EpisodeRecord]]) -> dict[str, Replies]:
    """Return, per model, what its games in one environment took."""
    found: dict[str, Replies] = {}
    for key, record in records:
        if not key.box.startswith(f"{environment}/"):
            continue
        row = found.setdefault(key.model, Replies())
        ended = [sample for sample in record.samples if sample.outcome != "failed"]
        row.games += len(ended)
        row.failed += len(record.samples) - len(ended)
        row.undecided += sum(sample.outcome in ("unparsable", "cut") for sample in ended)
        row.unreadable += sum(turn.refusals for turn in record.turns)
        row.unreadable += sum(shot.refusals for sample in ended for shot in sample.shots)
        row.usage += record.usage
    return found
