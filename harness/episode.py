"""The episode engine: plays turn@shot between a player and a box, and records everything.

The agents' simulation and the harness's evaluation use this one engine: what was tested is what is measured. It owns
what is the same everywhere: T answered turns, K samples, S shots, two repairs of an unreadable reply, the binary
signal after each shot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Ask, Chapter, Feedback, Plan, Sample, Score, Shot, Turn
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.replies import MAX_REPLY
from boxwright.harness.chat.api import Message, ModelError, ProviderFailed, Reply, Usage
from boxwright.harness.records import EpisodeRecord, Outcome, SampleRecord, ShotRecord, StopRecord, TurnRecord
from boxwright.harness.settings import check_plan, notes, says_stop
from boxwright.sandbox import SandboxError, SandboxUnavailable

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

    @property
    def by_the_box(self) -> bool:
        """Whether the box's own code is to blame, not the engine or the player's model."""
        return isinstance(self.cause, (SandboxError, BadOutput))


@dataclass(frozen=True)
class Lost:
    """A turn or shot that no reply could use."""

    reason: str
    cut: bool


@dataclass(frozen=True)
class Stopped:
    """The player ended the exploration in place of a turn."""


@dataclass
class _Exchange:
    """What came of one dialogue, and how many replies it refused."""

    result: Feedback | Score | Lost | Stopped
    refusals: int


def play(box: Box, plan: Plan, player: Player) -> EpisodeRecord:
    """Play one episode.

    Raises: EpisodeFailed when the box's session or code failed (cause: SandboxError, BadOutput, SandboxUnavailable)
    or the player's model could not be had (cause: ModelError). SettingRefused where the family is not played so.
    """
    check_plan(box.family.name, plan)
    return _Episode(box, plan, player).run()


@dataclass
class _Episode:
    box: Box
    plan: Plan
    player: Player
    turns: list[TurnRecord] = field(default_factory=list)
    samples: list[SampleRecord] = field(default_factory=list)
    skips: list[Any] = field(default_factory=list)
    stops: list[StopRecord] = field(default_factory=list)
    conversations: list[list[Message]] = field(default_factory=list)
    """Everything that was said, by chapter."""
    usage: Usage = field(default_factory=Usage)
    _seen: list[Message] = field(default_factory=list)
    """What of the present conversation the player sees: all of it, unless learning is off."""
    _pending: list[str] = field(default_factory=list)
    _held: list[str] = field(default_factory=list)
    """Results that a non-adaptive player reads after the last turn."""

    def run(self) -> EpisodeRecord:
        self._texts = load_prompt("players/engine")
        self._settings = load_prompt("players/settings")
        try:
            for number, chapter in enumerate(self.box.family.chapters(self.box, self.plan), start=1):
                self._chapter(number, self._with_programs(chapter) if self.plan.answers == "code" else chapter)
        except (SandboxError, SandboxUnavailable, BadOutput, ModelError) as error:
            raise EpisodeFailed(self._record(failure=str(error)), error) from error
        return self._record()

    def _record(self, failure: str = "") -> EpisodeRecord:
        return EpisodeRecord(
            turns=tuple(self.turns),
            samples=tuple(self.samples),
            skips=tuple(self.skips),
            stops=tuple(self.stops),
            conversations=tuple(tuple(c) for c in self.conversations),
            usage=self.usage,
            failure=failure,
        )

    def _chapter(self, number: int, chapter: Chapter) -> None:
        self.conversations.append([])
        self._seen = []
        self._pending = [chapter.introduction, *notes(self.plan, self._settings)]
        self._explore(number, chapter)
        explored = (list(self._seen), list(self._pending))
        for index, sample in enumerate(chapter.samples(), start=1):
            self._sample(number, index, sample, explored)
        self.skips.extend(chapter.skips())
        if self._pending:
            self._say()

    def _with_programs(self, chapter: Chapter) -> Chapter:
        from boxwright.harness.programs import ProgramChapter

        return ProgramChapter(self.box, self.plan, chapter)

    def _explore(self, number: int, chapter: Chapter) -> None:
        """Play T turns, or as many as the player wants."""
        self._held = []
        for turn in range(1, self.plan.turns + 1):
            exchange = self._turn(number, turn, chapter.turn(turn))
            if isinstance(exchange.result, Stopped):
                self.stops.append(StopRecord(chapter=number, turns=turn - 1, refusals=exchange.refusals))
                self._pending.append(self._settings.render("stopped", turns=turn - 1))
                break
            if isinstance(exchange.result, Feedback) and exchange.result.last:
                return
        if self._held:
            self._pending += [self._settings.render("results"), *self._held]
        self._pending.append(self._texts.render("explored"))

    def _turn(self, chapter: int, number: int, dialogue: Turn) -> _Exchange:
        exchange = self._converse(dialogue, "turn")
        result = exchange.result
        if isinstance(result, Stopped):
            return exchange
        if isinstance(result, Feedback):
            self._tell(number, result.text)
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
        return exchange

    def _tell(self, number: int, text: str) -> None:
        """Give a turn's result to the player, at once or after the last turn."""
        if self.plan.reveal == "non-adaptive":
            self._held.append(self._settings.render("result", number=number, text=text))
            text = self._settings.render("taken")
        self._pending += [text] if text else []

    def _sample(self, chapter: int, number: int, sample: Sample, explored: tuple[list[Message], list[str]]) -> None:
        """Play the shots at one sample; without learning, each begins where the exploration ended."""
        shots: list[ShotRecord] = []
        truth: Any = None
        outcome: Outcome = "unparsable"
        for shot in range(1, self.plan.shots + 1):
            if not self.plan.history:
                self._seen, self._pending = list(explored[0]), list(explored[1])
            exchange = self._converse(sample.shot(shot), "shot")
            record, outcome = self._shot(shot, exchange, outcome)
            shots.append(record)
            if isinstance(exchange.result, Score):
                truth = exchange.result.truth
            if isinstance(exchange.result, Score) and self.plan.history:
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
            if reason is None and self._stops(ask, unit, reply):
                dialogue.close()
                return _Exchange(Stopped(), refusals)
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

    def _stops(self, ask: Ask, unit: str, reply: Reply) -> bool:
        """Whether a reply ends the exploration: only where the player may, and not within a game."""
        return self.plan.stop_early and unit == "turn" and ask.kind == "query" and says_stop(reply.text)

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
        self._add(Message(role="user", content="\n\n".join(self._pending)))
        self._pending = []

    def _hear(self, ask: Ask) -> Reply:
        self._say()
        try:
            reply = self.player.reply(ask, self._seen)
        except ProviderFailed as failed:
            self.usage += failed.usage
            raise
        self.usage += reply.usage
        self._add(Message(role="assistant", content=_kept(reply.text)))
        return reply

    def _add(self, message: Message) -> None:
        self.conversations[-1].append(message)
        self._seen.append(message)


def _kept(text: str) -> str:
    """What of a reply goes back into the conversation: all of it, unless it is too long to be read at all."""
    if len(text) <= MAX_REPLY:
        return text or "(nothing)"
    return f"{text[:1_000]}\n[... {len(text) - 1_000:,} characters left out]"
