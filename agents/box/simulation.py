"""The simulation: the test agent plays a short episode through the harness's own engine, and its log is kept.

Beside the episode some things are asked without a player: what showed the faults of earlier versions, on the new code;
worked examples that the tester made, for claims that its queries left open and of inputs on which the code decides;
draws that it wrote itself; and worked examples by whoever read the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from boxwright.agents.box import log
from boxwright.agents.box.drawing import Drawn
from boxwright.agents.box.log import LogLine, log_lines
from boxwright.agents.box.testers import PROBER, Asked, Prober, Tester
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.options import BuildSettings
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.records import Record
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call, Example, Plan
from boxwright.harness.chat.api import Reply
from boxwright.harness.episode import Episode, EpisodeFailed, drive
from boxwright.harness.finding import Finding, from_error, show, show_call
from boxwright.harness.gates.calls import told
from boxwright.sandbox import ModuleRaised, SandboxError, values


class Played(Record):
    """An episode as it can be played again."""

    turns: int
    samples: int
    seed: int
    replies: tuple[Reply, ...]
    guessed: bool
    """Whether the player knew no rule."""

    @property
    def plan(self) -> Plan:
        """The episode's budget."""
        return Plan(turns=self.turns, shots=1, samples=self.samples, seed=self.seed)


class Exposed(Record):
    """One log line that showed a fault."""

    line: int
    expected: str
    """What the description demands there, in the refiner's words."""


SINGLY = ("claim ", "worked ", "drawn ", "read ")
"""How the keys of lines begin that are about single calls."""


class Claimed(Record):
    """A worked example that the tester or the reader made, as the box was asked it."""

    key: str
    function: str
    args: str
    """In the canonical encoding."""


_EXPOSED = TypeAdapter(list[Exposed])
_CLAIMED = TypeAdapter(list[Claimed])


class BoxFailed(Exception):
    """The box's own code failed while it was asked; the text is the finding."""


@dataclass(frozen=True)
class Simulation:
    """What is asked of one build's boxes, and where it is kept."""

    identifier: str
    settings: BuildSettings
    folder: RunFolder
    anew: bool = True
    """Whether each version meets samples of its own; recordings of the loop's first revision repeat the first ones."""

    def play(self, box: Box[Any], player: Tester | Prober, attempt: int) -> list[LogLine]:
        """Let the tester play; the log and the replies are kept. Raises: BoxFailed, ModelError, SandboxUnavailable."""
        guessed = player.name == PROBER
        plan = self._plan(attempt, 0 if guessed else self.settings.test_samples)
        lines, fault = _played(box, plan, player)
        if guessed and not lines and not fault:  # games, puzzles: a conversation per test sample
            plan = replace(plan, samples=self.settings.test_samples)
            player.said.clear()
            lines, fault = _played(box, plan, player)
        self._keep_played(attempt, plan, player, guessed)
        if fault:
            self.keep(attempt, lines)
            raise BoxFailed(fault)
        return lines

    def _plan(self, attempt: int, samples: int) -> Plan:
        parts = (attempt,) if self.anew and attempt > 1 else ()
        seed = derive(self.settings.seed, self.identifier, "simulate", *parts)
        return Plan(turns=self.settings.test_turns, shots=1, samples=samples, seed=seed)

    def _keep_played(self, attempt: int, plan: Plan, player: Tester | Prober, guessed: bool) -> None:
        replies = tuple(Reply(text=reply.text, finish=reply.finish) for reply in player.said)
        played = Played(turns=plan.turns, samples=plan.samples, seed=plan.seed, replies=replies, guessed=guessed)
        self.folder.keep(attempt, "played.json", played.model_dump_json(indent=1) + "\n")

    def keep(self, attempt: int, lines: Sequence[LogLine]) -> None:
        """Write a log, for the loop and for people. Raises: OSError."""
        self.folder.keep(attempt, "log.json", log.to_json(lines))
        self.folder.keep(attempt, "log.txt", log.rendered(lines) + "\n")

    def kept(self, attempt: int) -> list[LogLine]:
        """Read the log of one attempt. Raises: OSError."""
        return log.from_json(self.folder.kept(attempt, "log.json"))

    def expose(self, attempt: int, exposed: Sequence[Exposed]) -> None:
        """Note which lines of a log showed a fault. Raises: OSError."""
        self.folder.keep(attempt, "exposed.json", _EXPOSED.dump_json(list(exposed), indent=1).decode() + "\n")

    # What earlier versions failed, asked again.

    def again(self, box: Box[Any], attempts: Sequence[int]) -> list[LogLine]:
        """Play the episodes of earlier versions again, and return what comes now where a fault had shown.

        Raises: BoxFailed if the box's code fails, SandboxUnavailable.
        """
        return [line for attempt in attempts for line in self._again(box, attempt)]

    def _again(self, box: Box[Any], attempt: int) -> Iterator[LogLine]:
        folder = self.folder.attempt(attempt)
        if not (folder / "played.json").exists():
            return
        played = Played.model_validate_json(self.folder.kept(attempt, "played.json"))
        lines, fault = _replayed(box, played)
        if fault:
            raise BoxFailed(f"{fault}; the episode that the tester played with version {attempt}, played again")
        if not (folder / "exposed.json").exists():
            return
        before, now = self.kept(attempt), {line.key: line for line in lines}
        heading = f"What showed a fault of version {attempt}, asked again"
        for exposed in _EXPOSED.validate_json(self.folder.kept(attempt, "exposed.json")):
            was = before[exposed.line - 1]
            if was.key.startswith("again "):  # comes from a version before, and is asked again with that one's
                continue
            key = f"again {attempt}.{exposed.line}"
            yield _compared(key, was, exposed, self._now(box, attempt, was, now)).model_copy(
                update={"heading": _with_context(heading, was, lines)}
            )
            heading = ""

    def _now(self, box: Box[Any], attempt: int, was: LogLine, now: dict[str, LogLine]) -> str | None:
        """Return what the box gives now where a fault had shown; empty for an error, None if it cannot be asked."""
        if was.key.startswith(SINGLY):
            asked = next(c for c in self._single_calls(attempt) if c.key == was.key)
            return _output(box, Call(asked.function, tuple(values.loads(asked.args))))
        found = now.get(was.key)
        if found is not None and found.asked == was.asked:
            return found.output
        if not was.asked:
            return None
        try:
            return _output(box, box.family.question_call(box, values.loads(was.asked)))
        except ValueError:
            return None

    # Worked examples that agents made: for the claims that are open, of blank ones, of draws, and from the code.

    def claimed(self, box: Box[Any], attempt: int, asked: Sequence[Asked]) -> list[LogLine]:
        """Ask the box the tester's worked examples for claims. Raises: SandboxUnavailable."""
        examples = {f"claim {one.claim}.{number}": one.example for number, one in enumerate(asked, start=1)}
        heading = "Single calls that the tester asked for, with what it expects"
        return self._singly(box, attempt, heading, examples, lambda key: f"claim {key.split()[1].split('.')[0]}")

    def worked(self, box: Box[Any], attempt: int, worked: Sequence[Example]) -> list[LogLine]:
        """Ask the box what the tester has worked out by hand. Raises: SandboxUnavailable."""
        examples = {f"worked {number}": example for number, example in enumerate(worked, start=1)}
        heading = "Single calls whose results the tester worked out by hand, before it saw any"
        return self._singly(box, attempt, heading, examples, lambda key: key)

    def drawn(self, box: Box[Any], attempt: int, found: Drawn) -> list[LogLine]:
        """Ask the box for draws that the tester has written, too. Raises: SandboxUnavailable."""
        examples = {f"drawn {number}": example for number, example in enumerate(found.shown, start=1)}
        heading = (
            "Draws from seeds, with what the tester's own writing of the draw gives: "
            f"{found.differing:,} of {found.compared:,} differ"
        )
        return self._singly(box, attempt, heading, examples, lambda key: key)

    def read(self, box: Box[Any], attempt: int, examples: Sequence[Example]) -> list[LogLine]:
        """Ask the box the examples that a reader of its code has written. Raises: SandboxUnavailable."""
        heading = "Single calls that a reader of the code asked for, with what the reader expects"
        named = {f"read {number}": example for number, example in enumerate(examples, start=1)}
        return self._singly(box, attempt, heading, named, lambda key: key, "the reader")

    def _singly(
        self,
        box: Box[Any],
        attempt: int,
        heading: str,
        examples: Mapping[str, Example],
        said: Callable[[str], str],
        who: str = "the tester",
    ) -> list[LogLine]:
        lines = [_single_line(box, key, said(key), example, who) for key, example in examples.items()]
        calls = {key: example.call for key, example in examples.items()}
        kept = {one.key: one for one in self._single_calls(attempt)} | {
            key: Claimed(key=key, function=call.function, args=values.dumps(list(call.args)))
            for key, call in calls.items()
        }
        self.folder.keep(attempt, "claimed.json", _CLAIMED.dump_json(list(kept.values()), indent=1).decode() + "\n")
        if lines:
            lines[0] = lines[0].model_copy(update={"heading": heading})
        return lines

    def _single_calls(self, attempt: int) -> list[Claimed]:
        if not (self.folder.attempt(attempt) / "claimed.json").exists():
            return []
        return _CLAIMED.validate_json(self.folder.kept(attempt, "claimed.json"))

    def asked(self, box: Box[Any], attempt: int) -> list[Call]:
        """Return the calls behind a log's queries and tests, where a single call gives each. Raises: SandboxError."""
        calls = []
        for line in self.kept(attempt):
            with suppress(ValueError):  # what was hidden then is not known here
                calls += [box.family.question_call(box, values.loads(line.asked))] if line.asked else []
        return calls


def _as_built(box: Box[Any], plan: Plan) -> Plan:
    """Return the plan with the options under which the family's builds are tested."""
    return replace(plan, options=box.family.read_options(box.family.built_with))


def _played(box: Box[Any], plan: Plan, player: Tester | Prober) -> tuple[list[LogLine], str]:
    """Let a player play; return the log, and how the box's own code failed, if it did."""
    episode: Episode | None = None
    guessed = player.name == PROBER
    try:
        episode = Episode(box, _as_built(box, plan))
        drive(episode, player)
    except EpisodeFailed as failed:
        if not failed.by_the_box:
            raise failed.cause from failed
        return _lines(box, episode, guessed), _finding(failed.cause).sentence()
    return _lines(box, episode, guessed), ""


def _replayed(box: Box[Any], played: Played) -> tuple[list[LogLine], str]:
    """Play an episode again from its replies, as far as they go; return what `_played` does."""
    episode: Episode | None = None
    try:
        episode = Episode(box, _as_built(box, played.plan))
        for reply in played.replies:
            if episode.done:
                break
            episode.step(reply)
    except EpisodeFailed as failed:
        if not failed.by_the_box:
            raise failed.cause from failed
        return _lines(box, episode, played.guessed), _finding(failed.cause).sentence()
    return _lines(box, episode, played.guessed), ""


def _lines(box: Box[Any], episode: Episode | None, guessed: bool) -> list[LogLine]:
    if episode is None:
        return []
    behind = [box.family.behind(conversation) for conversation in episode.begun]
    return log_lines(episode.record, behind, guessed=guessed)


def _finding(cause: Exception) -> Finding:
    if isinstance(cause, SandboxError):
        return from_error("simulate", cause)
    return Finding(gate="simulate", kind="shape", message=str(cause))


def _with_context(heading: str, was: LogLine, lines: Sequence[LogLine]) -> str:
    """Name the conversation to which a line belongs, with what its judge may know."""
    if not heading or not was.key.startswith(("turn ", "test ")):
        return heading
    chapter = was.key.split(" ")[1].split(".")[0]
    inside = [line for line in lines if line.key.split(" ")[1].split(".")[0] == chapter]
    return f"{heading}. {inside[0].heading}" if inside and inside[0].heading else heading


def _compared(key: str, was: LogLine, exposed: Exposed, now: str | None) -> LogLine:
    """Return the line that shows an exposing question, what was demanded, and what came then and now."""
    version, line = key.split(" ")[1].split(".")
    text = f"version {version}, line {line}: {was.question} -> demanded: {exposed.expected}; it gave {_cut(was.output)}"
    if now is None:
        return LogLine(key=key, text=f"{text}; the new version does not come to that question")
    found = "the same as before" if now == was.output else "changed"
    return LogLine(
        key=key,
        text=f"{text}, and gives {_cut(now)} now: {found}",
        question=was.question,
        asked=was.asked,
        output=now,
        differs=now == was.output,
    )


def _cut(output: str) -> str:
    return show(values.loads(output)) if output else "no output"


def _single_line(box: Box[Any], key: str, what: str, example: Example, who: str) -> LogLine:
    question = show_call(example.call)
    said = f"{what}: {question} -> {who} expected {show(example.expected)}, the box gives"
    try:
        value = told(example, box.call(example.call.function, *example.call.args))
    except SandboxError as error:
        return LogLine(key=key, text=f"{said} an error ({_kind(error)}): different", question=question, differs=True)
    agrees = (example.agrees or values.equal)(example.expected, value)
    return LogLine(
        key=key,
        text=f"{said} {show(value)}: {'the same' if agrees else 'different'}",
        question=question,
        output=values.dumps(value),
        differs=not agrees,
    )


def _kind(error: SandboxError) -> str:
    return f"raised {error.exception}" if isinstance(error, ModuleRaised) else error.kind


def _output(box: Box[Any], call: Call) -> str:
    """Return what a call gives, in the canonical encoding; empty for an error."""
    try:
        value = box.call(call.function, *call.args)
    except SandboxError:
        return ""
    return values.dumps(told(Example(call, ""), value))
