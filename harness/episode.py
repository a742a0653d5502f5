"""The episode: turn@shot between a player and an environment, one reply at a time, recorded at every moment.

The agents' simulation, the evaluation, a person and every export step this one engine: what was tested is what is
measured. It owns what is the same everywhere: T answered turns, K samples, S shots, two repairs of an unreadable reply,
the binary signal after each shot.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar, cast

from boxwright.blackboxes.below import unsure
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.environments import FaultyEnvironment, check_kind, check_parts
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.records import Outcome, SampleRecord, ShotRecord, StopRecord, TurnRecord
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.stated import MAX_REPLY, last_marked, written_as
from boxwright.blackboxes.types import (
    Ask,
    Baseline,
    Call,
    Conversation,
    Feedback,
    Kind,
    Plan,
    Refusal,
    Sample,
    Score,
    Shot,
    Turn,
)
from boxwright.harness.chat.api import (
    Finish,
    Message,
    ModelError,
    ProviderFailed,
    Reply,
    Speaker,
    Usage,
    encodable,
)
from boxwright.harness.players.player import BadPlayer, Insider, Observation, Player, check_reply
from boxwright.harness.programs import with_programs
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.settings import check_plan, notes, says_stop, split_confidence
from boxwright.sandbox import SandboxError, SandboxUnavailable

REPAIRS = 2
"""Repairs of an unreadable reply before its turn or shot is lost; a conversation may have its own number, `repairs`."""


_Played = tuple[int, int, Any, Any, int, str]
_PLAYED = ("chapter", "number", "query", "value", "refusals", "lost")


class EpisodeFailed(Exception):
    """The infrastructure failed during an episode; `record` holds what was played, `cause` says why."""

    def __init__(self, record: EpisodeRecord, cause: Exception) -> None:
        super().__init__(str(cause))
        self.record = record
        self.cause = cause

    @property
    def by_the_box(self) -> bool:
        """Whether the box's own code is to blame, not the engine or the player's model."""
        return isinstance(self.cause, (SandboxError, BadOutput))


class EpisodeOver(BoxwrightError):
    """A reply to an episode that is over."""


@dataclass(frozen=True)
class Lost:
    """A turn or shot that no reply could use."""

    reason: str
    cut: bool


@dataclass(frozen=True)
class Stopped:
    """The player ended the exploration in place of a turn."""


class _Said(NamedTuple):
    """The player's reply as the script of an episode reads it."""

    text: str
    finish: Finish
    ends: bool = False
    """Whether it ends the exploration, whatever it says."""


@dataclass
class _Exchange:
    """The result of one dialogue, and the number of replies that it refused."""

    result: Feedback | Score | Lost | Stopped
    refusals: int


class _Talk:
    """The messages of a conversation, each a `Message` once somebody looks; who reads only the last never does."""

    def __init__(self, said: Iterable[tuple[Speaker, str]] = ()) -> None:
        self.said = list(said)
        self._made: list[Message] = []

    def messages(self) -> tuple[Message, ...]:
        """Return all of them."""
        new = self.said[len(self._made) :]
        self._made += [Message(role=role, content=content) for role, content in new]
        return tuple(self._made)


_Given = TypeVar("_Given")
_RESULT: dict[str, type[Feedback] | type[Score]] = {"turn": Feedback, "shot": Score}
"""What a dialogue must return."""
_Script = Generator[Ask, _Said, Any]
"""A part of the episode: yields what is asked and is sent the reply."""


class Episode:
    """One episode, stepped: read `message`, `step(reply)`, until `done`; `record` is complete at every moment.

    The same environment, plan and replies give the same messages, byte for byte, so an episode can be rebuilt from its
    replies (`rebuilt`). The environment stays open: its owner closes it.
    """

    def __init__(self, opened: Opened, plan: Plan) -> None:
        """Begin, up to the first message.

        Raises: SettingRefused where the environment does not support a setting, EpisodeFailed.
        """
        check_plan(opened.environment, plan)
        self.opened = opened
        self.plan = replace(plan, turns=opened.environment.turns(opened.id, plan.turns))
        self.ask: Ask | None = None
        """What is asked now; None once the episode is over."""
        self.begun: list[Conversation] = []
        """The conversations that have begun, as the environment made them."""
        self.concluded = 0
        """How many explorations a player has ended by the answer itself, given in place of a query."""
        self.shots: list[ShotRecord] = []
        """Every shot so far, also those at a sample that is not over."""
        self._texts, self._settings = load_prompt("players/engine"), load_prompt("players/settings")
        self._turns: list[_Played] = []  # a `TurnRecord` each, once somebody looks
        self._recorded: list[TurnRecord] = []
        self._samples: list[SampleRecord] = []
        self._skips: list[Any] = []
        self._stopped: list[StopRecord] = []
        self._conversations: list[_Talk] = []
        self._message = ""
        self._usage = Usage()
        self._failure = ""
        self._unit = ""  # whether a turn or a shot is asked for now
        self._last_turn = False  # whether the turn is the last one
        self._stated: float | None = None  # the probability that came with the last reply to a shot
        self._refusals = 0  # for what is asked now
        self._repairs = REPAIRS  # of the present conversation
        self._word = "turn"  # what players read in place of it
        self._reads_the_end = False  # whether it reads the end of a reply that is longer than MAX_REPLY
        self._seen = _Talk()  # what the player sees of the conversation: all of it, unless learning is off
        self._pending: list[str] = []
        self._held: list[str] = []  # results that a non-adaptive player reads after the last turn
        self._script = self._run()
        self._go_on(None)

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return self.ask is None

    @property
    def message(self) -> str:
        """The text that the player reads now; after the end, the last one."""
        return self._message

    @property
    def kind(self) -> Kind | None:
        """The expected kind of reply; None after the end."""
        return self.ask.kind if self.ask else None

    @property
    def explores(self) -> bool:
        """Whether what is asked now belongs to a turn of the exploration, and not to a shot."""
        return self.ask is not None and self._unit == "turn"

    @property
    def refusals(self) -> int:
        """How many replies to what is asked now were refused; 0 after the end."""
        return self._refusals if self.ask else 0

    @property
    def observation(self) -> Observation:
        """What the player sees: the current conversation, and nothing of the truth. Raises: EpisodeOver."""
        ask = self._asked()
        return Observation(
            kind=ask.kind,
            text=ask.text,
            conversation=self._seen.messages(),
            refusals=self._refusals,
            markers=self.opened.environment.markers,
            reads_unmarked=self.opened.environment.reads_unmarked,
        )

    @property
    def baseline(self) -> Baseline:
        """The replies of players that need no model and may know the truth. Raises: EpisodeOver."""
        return self._asked().baseline

    @property
    def samples(self) -> Sequence[SampleRecord]:
        """The test samples that are over."""
        return self._samples

    @property
    def failure(self) -> str:
        """Why the infrastructure failed, if it did."""
        return self._failure

    @property
    def record(self) -> EpisodeRecord:
        """What was played so far."""
        new = self._turns[len(self._recorded) :]
        self._recorded += [TurnRecord(**dict(zip(_PLAYED, turn, strict=True))) for turn in new]
        return EpisodeRecord(
            turns=tuple(self._recorded),
            samples=tuple(self._samples),
            skips=tuple(self._skips),
            stops=tuple(self._stopped),
            conversations=tuple(talk.messages() for talk in self._conversations),
            usage=self._usage,
            failure=self._failure,
        )

    def step(self, reply: str | Reply) -> str:
        """Take the player's reply; return what it reads next, or the last message after the end.

        Raises: EpisodeOver; BadPlayer for a reply that is no text, which leaves the episode as it was; EpisodeFailed
        when the box's session or code failed in answering (cause: SandboxError, BadOutput, SandboxUnavailable,
        FaultyEnvironment): the episode is over then, and its record says why.
        """
        self._asked()
        check_reply(reply, "the player")
        if isinstance(reply, str):
            said = _Said(encodable(reply), "stop")
        else:
            said = _Said(reply.text, reply.finish)
            if reply.usage.total or reply.usage.calls:
                self._usage += reply.usage
        self._add("assistant", _kept(said.text, self._reads_the_end))
        self._go_on(said)
        return self.message

    def conclude(self, reply: str) -> str:
        """End the exploration that is going on, with a reply that is not read; return the message of the test.

        Raises: EpisodeOver where no query is asked for, EpisodeFailed as `step`.
        """
        if not self.explores:
            raise EpisodeOver("no exploration is going on")
        self._add("assistant", reply)
        self._go_on(_Said(reply, "stop", ends=True))
        return self.message

    def foresee(self, reply: str) -> Sequence[Call]:
        """Return the calls of the box's code that `step(reply)` will likely make; none where they cannot be told."""
        foresee = getattr(self.begun[-1], "foresee", None) if self.ask and self.plan.answers == "direct" else None
        if foresee is None:
            return ()
        if self._unit == "shot":
            return cast(Sequence[Call], foresee(None, True))
        return cast(Sequence[Call], foresee(reply, self._last_turn))

    def fail(self, cause: Exception, usage: Usage | None = None) -> EpisodeFailed:
        """End the episode because its player cannot continue; return the exception to raise."""
        self._usage += usage or Usage()
        self._failure, self.ask = str(cause), None
        self._script.close()
        return EpisodeFailed(self.record, cause)

    def _asked(self) -> Ask:
        if self.ask is None:
            raise EpisodeOver("the episode is over; begin another one")
        return self.ask

    def _go_on(self, reply: _Said | None) -> None:
        try:
            self.ask = next(self._script) if reply is None else self._script.send(reply)
        except StopIteration:
            self.ask = None
        except (SandboxError, SandboxUnavailable, BadOutput, FaultyEnvironment) as error:
            raise self.fail(error) from error

    def _check_parts(self, made: object, kind: type, what: str) -> None:
        """Check what the environment gave against a protocol. Raises: FaultyEnvironment."""
        check_parts(self.opened.environment.name, made, kind, what)

    # The script of an episode, top to bottom.

    def _run(self) -> _Script:
        with self.opened.witnessed(derive(self.plan.seed, "witness")) as confirm:
            for number, conversation in enumerate(self.opened.conversations(self.plan), start=1):
                self._check_parts(conversation, Conversation, "a conversation")
                self.begun.append(conversation)
                if self.plan.answers == "code":
                    conversation = with_programs(self.opened, self.plan, conversation)
                yield from self._conversation(number, conversation, confirm)
            confirm()

    def _conversation(self, number: int, conversation: Conversation, confirm: Callable[[], None]) -> _Script:
        """Play one conversation; what the box answered before it scores anything is confirmed first."""
        self._seen = _Talk()
        self._conversations.append(self._seen)
        self._word = getattr(conversation, "word", "turn")
        self._pending = [conversation.introduction, *notes(self.plan, self._settings, self._word)]
        self._repairs = getattr(conversation, "repairs", REPAIRS)
        self._reads_the_end = getattr(conversation, "reads_the_end", False)
        ended = yield from self._explore(number, conversation)
        confirm()
        explored = (list(self._seen.said), list(self._pending))
        for index, sample in enumerate(conversation.samples(), start=1):
            self._check_parts(sample, Sample, "a test sample")
            yield from self._sample(number, index, sample, explored, ended)
        self._skips.extend(conversation.skips())
        if self._pending:
            self._say()

    def _explore(self, number: int, conversation: Conversation) -> Generator[Ask, _Said, Lost | None]:
        """Play T turns, or fewer if the player stops early; return the turn that ended the whole conversation, if any.

        Without repairs an unreadable reply does.
        """
        self._held = []
        for turn in range(1, self.plan.turns + 1):
            self._last_turn = turn == self.plan.turns
            exchange = yield from self._turn(number, turn, conversation.turn(turn))
            if isinstance(exchange.result, Stopped):
                self._stopped.append(StopRecord(chapter=number, turns=turn - 1, refusals=exchange.refusals))
                self._pending.append(self._told("stopped", turns=turn - 1))
                break
            if isinstance(exchange.result, Feedback) and exchange.result.last:
                self.concluded += 1
                return None
            if isinstance(exchange.result, Lost) and not self._repairs:
                return exchange.result
        if self._held:
            self._pending += [self._told("results"), *self._held]
        if self.plan.turns:
            self._pending.append(self._texts.render("explored", turn=self._word))
        return None

    def _turn(self, chapter: int, number: int, dialogue: Turn) -> Generator[Ask, _Said, _Exchange]:
        exchange = yield from self._converse(dialogue, "turn")
        result = exchange.result
        if isinstance(result, Stopped):
            return exchange
        if isinstance(result, Feedback):
            self._tell(number, result.text)
            self._turns.append((chapter, number, result.query, result.value, exchange.refusals, ""))
        else:
            assert isinstance(result, Lost)
            self._turns.append((chapter, number, None, None, exchange.refusals, result.reason))
        return exchange

    def _tell(self, number: int, text: str) -> None:
        """Give a turn's result to the player, at once or after the last turn."""
        if self.plan.reveal == "non-adaptive":
            self._held.append(self._told("result", number=number, text=text))
            text = self._told("taken")
        self._pending += [text] if text else []

    def _told(self, section: str, **values: object) -> str:
        """Return a text about the settings, in the words of this conversation."""
        return self._settings.render(section, turn=self._word, **values)

    def _sample(
        self,
        chapter: int,
        number: int,
        sample: Sample,
        explored: tuple[list[tuple[Speaker, str]], list[str]],
        ended: Lost | None,
    ) -> _Script:
        """Play the shots at one sample; without learning, each begins where the exploration ended.

        `ended`: the reply that ended the conversation before any shot; nothing is asked any more.
        """
        shots: list[ShotRecord] = []
        outcome: Outcome = "unparsable"
        for shot in range(1, self.plan.shots + 1):
            if not self.plan.history:
                self._seen, self._pending = _Talk(explored[0]), list(explored[1])
            exchange = _Exchange(ended, 0) if ended else (yield from self._converse(sample.shot(shot), "shot"))
            record, outcome = self._shot(shot, exchange, outcome)
            shots.append(record)
            self.shots.append(record)
            if isinstance(exchange.result, Score) and self.plan.history:
                self._pending.append(self._texts.render("right" if record.right else "wrong"))
            if record.right or (isinstance(exchange.result, Lost) and not self._repairs):
                break
        best = max(shot.value for shot in shots)
        self._samples.append(
            SampleRecord(
                chapter=chapter,
                number=number,
                question=sample.question,
                truth=sample.truth,
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
                confidence=self._stated,
            )
            return record, "right" if result.right else "wrong"
        assert isinstance(result, Lost)
        record = ShotRecord(number=number, refusals=exchange.refusals, lost=result.reason)
        if before == "wrong":
            return record, "wrong"
        return record, "cut" if result.cut else "unparsable"

    def _converse(self, dialogue: Turn | Shot, unit: str) -> Generator[Ask, _Said, _Exchange]:
        """Play one dialogue to its end, or close it when a reply could not be repaired."""
        try:
            step = next(dialogue)
        except StopIteration as stop:  # the answer was given already, in a turn that ended the exploration
            return _Exchange(self._given(stop.value, _RESULT[unit], unit), 0)
        ask, refusals = self._given(step, Ask, unit), 0
        self._check_parts(ask.baseline, Baseline, "a baseline")
        self._unit, self._refusals = unit, 0
        called = self._word if unit == "turn" else unit
        self._pending.append(ask.text)
        while True:
            self._say()
            reply = yield ask
            if reply.ends:
                dialogue.close()
                return _Exchange(Stopped(), refusals)
            reason = self._unread(reply)
            cut = reason is not None and reply.finish != "stop"
            if reason is None and self._stops(ask, unit, reply):
                dialogue.close()
                return _Exchange(Stopped(), refusals)
            text = self._without_confidence(reply.text, unit) if reason is None else ""
            reason = reason or self._unsure(ask, unit, text)
            if reason is None:
                try:
                    step = dialogue.send(text)
                except StopIteration as stop:
                    return _Exchange(self._given(stop.value, _RESULT[unit], unit), refusals)
                if isinstance(step, Ask):
                    ask, self._refusals = step, 0
                    self._pending.append(ask.text)
                    continue
                reason = self._given(step, Refusal, unit).reason
            refusals += 1
            self._refusals += 1
            if self._refusals > self._repairs:
                dialogue.close()
                self._pending.append(self._texts.render("lost", reason=reason, unit=called))
                return _Exchange(Lost(reason, cut), refusals)
            left = self._repairs + 1 - self._refusals
            self._pending.append(self._texts.render("refused", reason=reason, left=left, unit=called))

    def _without_confidence(self, text: str, unit: str) -> str:
        """Keep the probability that comes with an answer, where one is asked for, and return the rest of the reply."""
        if not self.plan.confidence or unit != "shot":
            return text
        rest, stated = split_confidence(text)
        if stated is not None or not self._refusals:  # who is asked once more need not say it again
            self._stated = stated
        return rest

    def _given(self, made: object, kind: type[_Given], unit: str) -> _Given:
        """Return what a dialogue gave, if it is of the kind that it must be. Raises: FaultyEnvironment."""
        check_kind(self.opened.environment.name, made, kind, f"a {unit}")
        return cast(_Given, made)

    def _unsure(self, ask: Ask, unit: str, text: str) -> str | None:
        """Return why a first reply may state another answer than it marks, so that it is asked once; or None.

        Asked is about what is scored: shots, and answers that a player gives in a turn.
        """
        markers = self.opened.environment.markers
        kind = ask.kind if unit == "shot" else "answer"
        if kind not in markers or self._refusals or not self._repairs:
            return None
        text, own = text[-MAX_REPLY:], written_as(markers[kind])
        every = tuple(dict.fromkeys((*own, *markers.values())))
        if unit == "turn":
            said = None if markers.get("query") in own else last_marked(text, every)
            if said is None or said.marker not in own:
                return None
        fault = unsure(text, every, self._message)
        return fault and self._texts.render(fault, marker=markers[kind])

    def _stops(self, ask: Ask, unit: str, reply: _Said) -> bool:
        """Whether a reply ends the exploration: only where the player may, and not within a game."""
        return self.plan.stop_early and unit == "turn" and ask.kind == "query" and says_stop(reply.text)

    def _unread(self, reply: _Said) -> str | None:
        """Return why a reply cannot be read at all, or None."""
        if reply.finish == "length":
            return self._texts.render("cut")
        if reply.finish == "refused" or not reply.text.strip():
            return self._texts.render("declined")
        if len(reply.text) > MAX_REPLY and not self._reads_the_end:
            return self._texts.render("too_long", limit=MAX_REPLY)
        return None

    def _say(self) -> None:
        self._message = "\n\n".join(self._pending)
        self._add("user", self._message)
        self._pending = []

    def _add(self, role: Speaker, content: str) -> None:
        said, whole = (role, content), self._conversations[-1]
        whole.said.append(said)
        if self._seen is not whole:
            self._seen.said.append(said)


def _kept(text: str, end: bool) -> str:
    """The part of a reply that enters the conversation: all of it, or the start, or the end, of a very long one."""
    if len(text) <= MAX_REPLY:
        return text or "(nothing)"
    left_out = f"[... {len(text) - 1_000:,} characters left out]"
    return f"{left_out}\n{text[-1_000:]}" if end else f"{text[:1_000]}\n{left_out}"


def rebuilt(opened: Opened, plan: Plan, replies: Iterable[str | Reply]) -> Episode:
    """Return the episode after these replies. Raises: as Episode and step."""
    episode = Episode(opened, plan)
    for reply in replies:
        episode.step(reply)
    return episode


def play(opened: Opened, plan: Plan, player: Player | Insider) -> EpisodeRecord:
    """Play one episode to its end.

    Raises: EpisodeFailed when the box's session or code failed (cause: SandboxError, BadOutput, SandboxUnavailable,
    FaultyEnvironment) or the player could not reply (cause: ModelError, BadOutput, BadPlayer). SettingRefused where a
    setting is not supported.
    """
    return drive(Episode(opened, plan), player)


def drive(episode: Episode, player: Player | Insider) -> EpisodeRecord:
    """Let a player play an episode from where it is to its end. Raises: as play."""
    while not episode.done:
        advance(episode, player)
    return episode.record


def advance(episode: Episode, player: Player | Insider) -> None:
    """Let a player give the next reply. Raises: as play."""
    try:
        if isinstance(player, Insider):
            reply: str | Reply = player.reply_inside(episode.observation, episode.baseline)
        else:
            reply = player.reply(episode.observation)
        check_reply(reply, "the player")
    except ProviderFailed as failed:
        raise episode.fail(failed, failed.usage) from failed
    except (ModelError, BadOutput, BadPlayer, SandboxError, SandboxUnavailable) as error:
        raise episode.fail(error) from error
    episode.step(reply)
