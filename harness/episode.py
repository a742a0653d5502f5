"""The episode engine: plays turn@shot between a player and a box, and records everything.

The agents' simulation and the harness's evaluation use this one engine: what was tested is what is measured. It owns
what is the same everywhere: T answered turns, K samples, S shots, two repairs of an unreadable reply, the binary
signal after each shot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.chat.api import Message, ModelError, ProviderFailed, Reply, Usage
from blackboxes.box import Box
from blackboxes.families.replies import MAX_REPLY
from blackboxes.family import Ask, Chapter, Feedback, Plan, Sample, Score, Shot, Turn
from blackboxes.faults import BadOutput
from blackboxes.prompts import load_prompt
from harness.records import EpisodeRecord, Outcome, SampleRecord, ShotRecord, TurnRecord
from sandbox import SandboxError, SandboxUnavailable

REPAIRS = 2
"""How often an unreadable reply may be repaired before its turn or shot is lost."""


class Player(Protocol):
    """Whoever explores and answers."""

    name: str

    def reply(self, ask: Ask, conversation: Sequence[Message]) -> Reply:
        """Reply to the last message of the conversation. Raises: ModelError."""
        ...


class EpisodeFailed(Exception):
    """The infrastructure failed in the middle; `record` holds what was played, `cause` says why."""

    def __init__(self, record: EpisodeRecord, cause: Exception) -> None:
        super().__init__(str(cause))
        self.record = record
        self.cause = cause


@dataclass(frozen=True)
class Lost:
    """A turn or shot that no reply could use."""

    reason: str
    cut: bool


@dataclass
class _Exchange:
    """What came of one dialogue, and how many replies it refused."""

    result: Feedback | Score | Lost
    refusals: int


def play(box: Box, plan: Plan, player: Player) -> EpisodeRecord:
    """Play one episode.

    Raises: EpisodeFailed when the box's session or code failed (cause: SandboxError, BadOutput, SandboxUnavailable)
    or the player's model could not be had (cause: ModelError).
    """
    return _Episode(box, plan, player).run()


@dataclass
class _Episode:
    box: Box
    plan: Plan
    player: Player
    turns: list[TurnRecord] = field(default_factory=list)
    samples: list[SampleRecord] = field(default_factory=list)
    skips: list[Any] = field(default_factory=list)
    conversations: list[list[Message]] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    _pending: list[str] = field(default_factory=list)

    def run(self) -> EpisodeRecord:
        if (
            self.plan.reveal != "adaptive"
            or not self.plan.history
            or self.plan.stop_early
            or self.plan.answers != "direct"
        ):
            raise ValueError("only adaptive play with history and direct answers is built so far")
        self._texts = load_prompt("players/engine")
        try:
            for number, chapter in enumerate(self.box.family.chapters(self.box, self.plan), start=1):
                self._chapter(number, chapter)
        except (SandboxError, SandboxUnavailable, BadOutput, ModelError) as error:
            raise EpisodeFailed(self._record(failure=str(error)), error) from error
        return self._record()

    def _record(self, failure: str = "") -> EpisodeRecord:
        return EpisodeRecord(
            turns=tuple(self.turns),
            samples=tuple(self.samples),
            skips=tuple(self.skips),
            conversations=tuple(tuple(c) for c in self.conversations),
            usage=self.usage,
            failure=failure,
        )

    def _chapter(self, number: int, chapter: Chapter) -> None:
        self.conversations.append([])
        self._pending = [chapter.introduction]
        for turn in range(1, self.plan.turns + 1):
            if self._turn(number, turn, chapter.turn(turn)):
                break
        else:
            self._pending.append(self._texts.render("explored"))
        for index, sample in enumerate(chapter.samples(), start=1):
            self._sample(number, index, sample)
        self.skips.extend(chapter.skips())
        if self._pending:
            self._say()

    def _turn(self, chapter: int, number: int, dialogue: Turn) -> bool:
        """Play one turn; say whether the player has ended its exploration with it."""
        exchange = self._converse(dialogue, "turn")
        result = exchange.result
        if isinstance(result, Feedback):
            self._pending += [result.text] if result.text else []
            record = TurnRecord(
                chapter=chapter,
                number=number,
                query=result.query,
                value=result.value,
                refusals=exchange.refusals,
            )
        else:
            assert isinstance(result, Lost)
            record = TurnRecord(chapter=chapter, number=number, refusals=exchange.refusals, lost=result.reason)
        self.turns.append(record)
        return isinstance(result, Feedback) and result.last

    def _sample(self, chapter: int, number: int, sample: Sample) -> None:
        shots: list[ShotRecord] = []
        truth: Any = None
        outcome: Outcome = "unparsable"
        for shot in range(1, self.plan.shots + 1):
            exchange = self._converse(sample.shot(shot), "shot")
            record, outcome = self._shot(shot, exchange, outcome)
            shots.append(record)
            if isinstance(exchange.result, Score):
                truth = exchange.result.truth
                self._pending.append(self._texts.render("right" if record.right else "wrong"))
            if record.right:
                break
        best = max(shot.value for shot in shots)
        self.samples.append(
            SampleRecord(
                chapter=chapter,
                number=number,
                question=sample.question,
                truth=truth,
                outcome=outcome,
                value=best,
                shots=tuple(shots),
            )
        )

    def _shot(self, number: int, exchange: _Exchange, before: Outcome) -> tuple[ShotRecord, Outcome]:
        result = exchange.result
        if isinstance(result, Score):
            record = ShotRecord(
                number=number,
                answer=result.answer,
                right=result.right,
                value=min(1.0, max(0.0, result.value)),
                detail=dict(result.detail),
                refusals=exchange.refusals,
            )
            return record, "right" if result.right else "wrong"
        assert isinstance(result, Lost)
        record = ShotRecord(number=number, refusals=exchange.refusals, lost=result.reason)
        if before == "wrong":
            return record, "wrong"
        return record, "cut" if result.cut else "unparsable"

    def _converse(self, dialogue: Turn | Shot, unit: str) -> _Exchange:
        """Play one dialogue to its end, or close it when a reply could not be repaired."""
        try:
            step = next(dialogue)
        except StopIteration as stop:  # the answer was given already, in a turn that ended the exploration
            return _Exchange(stop.value, 0)
        assert isinstance(step, Ask)
        ask, refusals, in_a_row = step, 0, 0
        self._pending.append(ask.text)
        while True:
            reply = self._hear(ask)
            reason = self._unread(reply)
            cut = reason is not None and reply.finish != "stop"
            if reason is None:
                try:
                    step = dialogue.send(reply.text)
                except StopIteration as stop:
                    return _Exchange(stop.value, refusals)
                if isinstance(step, Ask):
                    ask, in_a_row = step, 0
                    self._pending.append(ask.text)
                    continue
                reason = step.reason
            refusals += 1
            in_a_row += 1
            if in_a_row > REPAIRS:
                dialogue.close()
                self._pending.append(self._texts.render(f"lost_{unit}", reason=reason))
                return _Exchange(Lost(reason, cut), refusals)
            left = REPAIRS + 1 - in_a_row
            self._pending.append(self._texts.render("refused", reason=reason, left=left, unit=unit))

    def _unread(self, reply: Reply) -> str | None:
        """Return why a reply cannot be read at all, or None."""
        if reply.finish == "length":
            return self._texts.render("cut")
        if reply.finish == "refused" or not reply.text.strip():
            return self._texts.render("declined")
        if len(reply.text) > MAX_REPLY:
            return self._texts.render("too_long", limit=MAX_REPLY)
        return None

    def _say(self) -> None:
        self.conversations[-1].append(Message(role="user", content="\n\n".join(self._pending)))
        self._pending = []

    def _hear(self, ask: Ask) -> Reply:
        self._say()
        try:
            reply = self.player.reply(ask, self.conversations[-1])
        except ProviderFailed as failed:
            self.usage += failed.usage
            raise
        self.usage += reply.usage
        self.conversations[-1].append(Message(role="assistant", content=_kept(reply.text)))
        return reply


def _kept(text: str) -> str:
    """What of a reply goes back into the conversation: all of it, unless it is too long to be read at all."""
    if len(text) <= MAX_REPLY:
        return text or "(nothing)"
    return f"{text[:1_000]}\n[... {len(text) - 1_000:,} characters left out]"
