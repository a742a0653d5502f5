"""Change detection: does a player notice that the box it explored has been exchanged for its sibling?

In place of a box's own tests a player is shown inputs with outputs, all of the box or all of its sibling, and says
which (after AutumnBench). Every test has an input for which the two differ, so that a player who knows the rule is
always right; half of the answers are right by chance.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.families.function import FunctionConversation, FunctionFamily
from boxwright.blackboxes.faults import BoxwrightError, InvalidReply
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Ask, Conversation, Options, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.settings import SettingRefused
from boxwright.sandbox import Launcher, Limits, values

SHOWN = 3
"""Inputs of a test."""
DRAWS = 500
"""Draws for the inputs of a test."""
ANSWERS = ("same", "changed")
REVISION = 1
"""Raised when what players read of it, or how tests are drawn, changes."""


class ChangedEntry(Entry):
    """A box whose tests ask whether what is shown is its own or its sibling's."""

    def __init__(self, entry: Accepted, sibling: Entry) -> None:
        self.id, self.environment = entry.id, entry.environment
        self._entry, self._sibling = entry, sibling

    @property
    def difficulty(self) -> str:
        """The box's."""
        return self._entry.difficulty

    def facts(self, options: Options) -> Mapping[str, Any]:
        """The box's, and the sibling's."""
        sibling = {"id": self._sibling.id, **self._sibling.facts(options)}
        return {**self._entry.facts(options), "sibling": sibling, "change": REVISION}

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check that nothing is asked that these tests do not have. Raises: BoxwrightError."""
        if plan.answers == "code":
            raise SettingRefused("--change asks no programs; leave out --answers code")
        for name in ("builtin/solver", "builtin/first-glance", "builtin/name-only"):
            if name in players:
                raise SettingRefused(f"{name} does not try --change; leave it out")

    def open(self, launcher: Launcher, limits: Limits | None = None) -> Opened:
        """Open both."""
        box, other = self._entry.open(launcher, limits), self._sibling.open(launcher, limits)
        assert isinstance(box, Box) and isinstance(other, Box)
        return Changing(box, other)


def with_changes(boxes: Mapping[str, Entry], place: Workspace, options: Options) -> dict[str, Entry]:
    """Return the boxes with such tests. Raises: BoxwrightError for one without a registered sibling."""
    found: dict[str, Entry] = {}
    for identifier, entry in boxes.items():
        if not isinstance(entry, Accepted) or not isinstance(entry.environment, FunctionFamily):
            raise BoxwrightError(f"--change is for encryption, circuit and physics; leave out {identifier}")
        partners = entry.partners(place, options)
        siblings = [partners[kind] for kind in sorted(partners) if kind.startswith(("sibling", "sealed"))]
        if not siblings:
            raise BoxwrightError(f"{identifier}: has no sibling to exchange it for; make one: boxwright sibling ID")
        found[identifier] = ChangedEntry(entry, siblings[0])
    return found


class Changing(Opened):
    """A box and its sibling, opened for playing."""

    def __init__(self, box: Box[Any], other: Box[Any]) -> None:
        self.id, self.environment = box.id, box.environment
        self.box, self.other = box, other

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """The box's, with other tests. Raises: as the box's."""
        for conversation in self.box.conversations(plan):
            assert isinstance(conversation, FunctionConversation)
            yield ChangeConversation(conversation, self.other, plan)

    def chance_level(self, seed: int) -> float:
        """One of two answers."""
        return 1 / len(ANSWERS)

    def domain_size(self) -> int | None:
        """The box's."""
        return self.box.domain_size()

    @contextmanager
    def witnessed(self, seed: int) -> Iterator[Any]:
        """The box is asked again, and its sibling."""
        with self.box.witnessed(seed) as own, self.other.witnessed(seed) as others:

            def confirm() -> None:
                own()
                others()

            yield confirm

    def close(self) -> None:
        """Close both."""
        self.box.close()
        self.other.close()


class ChangeConversation:
    """The box's own exploration, then the tests."""

    def __init__(self, conversation: FunctionConversation[Any, Any], other: Box[Any], plan: Plan) -> None:
        self.own, self.other, self.plan = conversation, other, plan
        self.prompt = load_prompt("players/change")
        asked = self.prompt.render("asked", samples=plan.samples, shown=SHOWN)
        self.introduction = f"{conversation.introduction}\n\n{asked}".strip()

    def turn(self, number: int) -> Turn:
        """The family's own turn."""
        return self.own.turn(number)

    def samples(self) -> Iterator[Sample]:
        """K tests, each with inputs that were not explored and of which one tells. Raises: BoxwrightError."""
        rng = stream(self.plan.seed, "change")
        truths = [ANSWERS[(place + rng.randrange(2)) % 2] for place in range(self.plan.samples)]
        for number, truth in enumerate(truths, start=1):
            yield ChangeSample(self, number, truth, self._pairs(rng, truth))

    def skips(self) -> Sequence[Any]:
        """None: inputs are drawn anew."""
        return ()

    def _pairs(self, rng: random.Random, truth: str) -> list[tuple[Any, Any]]:
        """Draw the inputs of a test with the outputs that are shown; the two boxes differ on at least one."""
        pairs: list[tuple[Any, Any]] = []
        tells = False
        seen = set(self.own.explored)
        for _ in range(DRAWS):
            value = self.own.family.draw_test(self.own.box.rules, rng, rng.random())
            if values.dumps(value) in seen:
                continue
            here, there = self.own.ask_box(value), self.other.call("blackbox", value)
            differs = not values.equal(here, there)
            if len(pairs) == SHOWN - 1 and not (tells or differs):
                continue
            seen.add(values.dumps(value))
            pairs.append((value, here if truth == "same" else there))
            tells = tells or differs
            if len(pairs) == SHOWN:
                return pairs
        raise BoxwrightError(f"{self.own.box.id}: no input was found that tells it from {self.other.id}")


class ChangeSample:
    """One test: whose outputs are these?"""

    def __init__(
        self, conversation: ChangeConversation, number: int, truth: str, pairs: Sequence[tuple[Any, Any]]
    ) -> None:
        self.conversation, self.number, self.truth = conversation, number, truth
        self.question = [list(pair) for pair in pairs]

    def shot(self, number: int) -> Shot:
        """One answer."""
        own, plan, prompt = self.conversation.own, self.conversation.plan, self.conversation.prompt
        pairs = [
            own.family.prompt.render("feedback", input=own.render(value), output=own.render(output)).strip()
            for value, output in self.question
        ]
        counted = {"number": self.number, "samples": plan.samples, "shot": number, "shots": plan.shots}
        reply = yield Ask(prompt.render("test", pairs="\n".join(pairs), **counted), "answer", _Baseline(self.truth))
        while True:
            try:
                answer = read_reply(reply, "ANSWER", self._read, prompt.render("refuse"))
                return Score(answer, answer == self.truth, float(answer == self.truth))
            except InvalidReply as error:
                reply = yield Refusal(str(error))

    def _read(self, text: str) -> str:
        said = text.strip().strip(".").lower()
        if said not in ANSWERS:
            raise InvalidReply(self.conversation.prompt.render("refuse"))
        return said


class _Baseline:
    """Answers of players that need no model."""

    def __init__(self, truth: str) -> None:
        self._truth = truth

    def truth(self) -> str:
        """The right one."""
        return f"ANSWER: {self._truth}"

    def guess(self, rng: random.Random) -> str:
        """One of the two."""
        return f"ANSWER: {rng.choice(ANSWERS)}"

    def constant(self) -> str:
        """Always the same."""
        return f"ANSWER: {ANSWERS[0]}"

    def echo(self) -> str:
        """The same: there is no value to repeat."""
        return self.constant()
