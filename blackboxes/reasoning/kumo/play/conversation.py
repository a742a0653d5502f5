"""One conversation of a `kumo` episode: one instance, actions until the player predicts, then the verdict."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.blackboxes.clear import two_answers
from boxwright.blackboxes.faults import Ambiguous, BadOutput, InvalidReply
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.reasoning.kumo.domain.names import find_name, has_other_unit, near_names
from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, exclusions, mask_of, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.optimal.greedy import greedy_action, likeliest
from boxwright.blackboxes.reasoning.kumo.optimal.referee import published_count, referee, relative_count
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, State
from boxwright.blackboxes.reasoning.kumo.play.moves import (
    ACTION,
    ANSWER,
    PREDICT,
    PREDICTION,
    Move,
    name_alone,
    read_move,
)
from boxwright.blackboxes.reasoning.kumo.play.players import GREEDY, LIST_ORDER, NO_ACTION, OPTIMAL
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import judge
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.replies import first_read
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn

SEPARATOR = "|"
OTHER_SEPARATORS = (r"[,;\n]", r"[,;\n]|\band\b|&")
"""Signs at which players part several names besides the one that they are asked to use."""
SHOWN_NAME = 120
"""Characters of an unknown name that the refusal repeats."""


def _named(text: str, names: Sequence[str]) -> str | None:
    """Return the name that a part of a list is, as written or without its wrapping. Raises: Ambiguous."""

    def read(form: str) -> str:
        name = find_name(form, names)
        if name is None:
            raise InvalidReply(form)
        return name

    try:
        return first_read((text,), read)
    except Ambiguous:
        raise
    except InvalidReply:
        return None


class KumoConversation:
    """T actions on one instance, ended by a prediction."""

    reads_the_end = True
    asked_at_the_end = True
    """Whether a player who took every action is asked for the prediction, or has lost the game."""

    def __init__(
        self, prompt: Prompt, plan: Plan, settings: PlaySettings, instance: Instance, number: int, book: str
    ) -> None:
        self.prompt, self.plan, self.settings, self.instance, self.number = prompt, plan, settings, instance, number
        self.game = game_of(instance)
        self.taken: list[int] = []
        self.states: list[State] = []
        """The state before each action."""
        self.known = State(self.game.everything, self.game.all_actions)
        self.predicted: int | None = None
        self.refuted: list[int] = []
        """Wrong predictions (masks), each reported as wrong to the player."""
        self.named, self.answer = self._wanted()
        several = settings.valid > 1
        count = {"count": settings.valid} if several else {}
        self.shape = prompt.render("several_prediction" if self.named > 1 else "one_prediction", **count)
        self.introduction = prompt.render(
            "introduction",
            valid_words=prompt.render("several_valid" if several else "one_valid", **count),
            is_are="are" if several else "is",
            truths=", ".join(instance.truths),
            actions=", ".join(instance.actions),
            promise=self._promise(),
            book=book,
            turns=plan.turns,
            shots=plan.shots,
            prediction=self.shape,
        ).strip()

    def _wanted(self) -> tuple[int, int]:
        """Return how many truths a prediction names, and the mask of those that are right."""
        return self.settings.valid, self.game.valid

    def _promise(self) -> str:
        """Return what the player may rely on."""
        return self.prompt.render(f"promise_{self.settings.promise}")

    def read(self, reply: str, actions: bool) -> Move | Refusal:
        """Parse a reply; the last marked line counts, whichever marker it has."""
        section = "refuse_marker" if actions else "refuse_prediction_marker"
        readers = {PREDICT: self._read_prediction, PREDICTION: self._read_prediction, ANSWER: self._read_prediction}
        if actions:
            readers = {ACTION: self._read_action, **readers, ANSWER: self._read_either}
        try:
            missing = self.prompt.render(section, prediction=self.shape)
            return read_move(reply, readers, lambda lines: self._read_alone(lines, actions, missing), missing)
        except InvalidReply as fault:
            return Refusal(str(fault))

    def _read_alone(self, lines: Sequence[str], actions: bool, missing: str) -> Move:
        """Read a reply that is a name and nothing else, or a list of names. Raises: InvalidReply."""
        names = (*self.instance.actions, *self.instance.truths)
        found = [name_alone(line, names) for line in lines] if len(lines) <= len(names) else []
        said = list(dict.fromkeys(name for name in found if name is not None))
        if not said or None in found:
            short = len(lines) == 1 and len(lines[0]) <= SHOWN_NAME
            raise InvalidReply(missing + (self._near(lines[0], names) if short else ""))
        if len(said) == 1:
            return self._read_either(said[0]) if actions else self._read_prediction(said[0])
        if any(name in self.instance.actions for name in said):
            raise two_answers()
        return self._predicted({self.instance.truths.index(name) for name in said})

    def _read_either(self, text: str) -> Move:
        """Read what is called an answer, which may be an action or a prediction."""
        if find_name(text, self.instance.actions) is None:
            return self._read_prediction(text)
        if find_name(text, self.instance.truths) is not None:
            raise two_answers()
        return self._read_action(text)

    def _read_action(self, text: str) -> Move:
        name = find_name(text, self.instance.actions)
        if name is None:
            fault = self._unknown(text, "action", self.instance.actions, "truth", self.instance.truths)
            raise Ambiguous(str(fault)) if has_other_unit(text, self.instance.actions) else fault
        return Move(self.instance.actions.index(name))

    def _read_prediction(self, text: str) -> Move:
        named: set[int] = set()
        for part in self._listed(text):
            name = _named(part, self.instance.truths)
            if name is None:
                raise self._unknown(part, "truth", self.instance.truths, "action", self.instance.actions)
            named.add(self.instance.truths.index(name))
        return self._predicted(named)

    def _predicted(self, named: set[int]) -> Move:
        if len(named) != self.named:
            raise InvalidReply(
                self.prompt.render("refuse_number", count=self.named, named=len(named), prediction=self.shape)
            )
        return Move(named=mask_of(sorted(named)))

    def _listed(self, text: str) -> list[str]:
        """Split several names; at other signs than the one asked for only where every part is a name."""
        names = self.instance.truths
        if find_name(text, names) is not None:
            return [text]
        for separator in OTHER_SEPARATORS:
            parts = [part for part in re.split(separator, text) if part.strip()]
            if len(parts) > 1 and all(_named(part, names) is not None for part in parts):
                return parts
        return [part for part in text.split(SEPARATOR) if part.strip()]

    def _unknown(self, text: str, kind: str, names: Sequence[str], other: str, others: Sequence[str]) -> InvalidReply:
        text = text.strip()[:SHOWN_NAME]
        kinds = {"kind": self.prompt.render(f"kind_{kind}"), "other": self.prompt.render(f"kind_{other}")}
        if find_name(text, others) is not None:
            return InvalidReply(self.prompt.render("refuse_kind", name=text, **kinds))
        return InvalidReply(self.prompt.render("refuse_name", kind=kind, name=text, near=self._near(text, names)))

    def _near(self, text: str, names: Sequence[str]) -> str:
        """Return the question whether one of the nearest names was meant; empty if none is near."""
        close = ", ".join(near_names(text, names))
        return " " + self.prompt.render("near", names=close).strip() if close else ""

    def turn(self, number: int) -> Turn:
        """One action and its outcome, or the prediction that ends the actions."""
        reply = yield Ask(self._invitation(number), "query", self.baseline(actions=True))
        move = self.read(reply, actions=True)
        while isinstance(move, Refusal):
            reply = yield move
            move = self.read(reply, actions=True)
        if move.action is None:
            self.predicted = move.named
            return Feedback({"predict": self.words(move.named)}, None, "", last=True)
        return self._take(move.action)

    def _invitation(self, number: int) -> str:
        """Return what is asked in a turn."""
        return self.prompt.render("move", number=number, turns=self.plan.turns, prediction=self.shape)

    def action_reply(self, name: str) -> str:
        """Return a reply that takes an action."""
        return f"{ACTION}: {name}"

    def prediction_reply(self, names: Sequence[str]) -> str:
        """Return a reply that predicts these truths."""
        return f"{PREDICT}: {f' {SEPARATOR} '.join(names)}"

    def _take(self, a: int) -> Feedback:
        name = self.instance.actions[a]
        shown = (self.instance.observations or {})[name]
        text = self._told(a, shown)
        assert self.game.revealed is not None
        self.taken.append(a)
        self.states.append(self.known)
        self.known = State(self.known.alive & ~self.game.revealed[a], self.known.left & ~(1 << a))
        return Feedback({"action": name}, shown, text)

    def _told(self, a: int, shown: Any) -> str:
        """Return what the player reads about the outcome of an action."""
        section = "outcome_again" if a in self.taken else "outcome"
        return self.prompt.render(section, action=self.instance.actions[a], outcome=shown)

    def baseline(self, actions: bool) -> KumoBaseline:
        """Return the replies of players that need no model."""
        return KumoBaseline(self, actions)

    def unwritable(self) -> str:
        """Return a name that a reply cannot express unambiguously, if there is one."""
        for a, name in enumerate(self.instance.actions):
            if self.read(self.action_reply(name), actions=True) != Move(a):
                return name
        size = self.named
        joined = [name for name in self.instance.truths if size > 1 and SEPARATOR in name]
        if joined:
            return joined[0]
        for t, name in enumerate(self.instance.truths):
            named = [t, *(u for u in range(len(self.instance.truths)) if u != t)][:size]
            said = self.prediction_reply([self.instance.truths[u] for u in named])
            if self.read(said, actions=False) != Move(named=mask_of(named)):
                return name
        return ""

    @property
    def survivors(self) -> int:
        """The number of truths that nothing shown has ruled out."""
        return self.known.alive.bit_count()

    def words(self, named: int) -> list[str]:
        """Return the truths of a mask by name."""
        return [self.game.truths[t] for t in members(named)]

    def samples(self) -> Iterator[Sample]:
        """The one question: which truths are valid?"""
        yield KumoSample(self)

    def skips(self) -> Sequence[Any]:
        """None are."""
        return ()

    def played(self) -> dict[str, Any]:
        """Return the game and its action counts, as JSON values for the record."""
        taken = len(self.taken)
        return {
            "actions": taken,
            "published_actions": published_count(taken),
            "repeated": taken - len(set(self.taken)),
            "play": self.settings.as_played(),
            "instance": self.instance.hash,
        }

    def detail(self, named: int) -> dict[str, Any]:
        """Return the verdict on the prediction and the cost of the actions, as JSON values for the record."""
        game, known = self.game, self.known
        detail: dict[str, Any] = {
            "how": judge(game, known.alive, known.left, named, self.refuted).value,
            **self.played(),
            "survivors": self.survivors,
        }
        return detail | self.compared()

    def compared(self) -> dict[str, Any]:
        """Return the actions against optimal play, as JSON values for the record."""
        taken = len(self.taken)
        found: dict[str, Any] = {
            "optimal": {s.value: self._against(s, taken) for s in (Semantics.PAPER, Semantics.ELIMINATION)}
        }
        if self.settings.regret != "none":
            found["regret"] = self._regrets(Semantics(self.settings.regret))
        return found

    def _against(self, semantics: Semantics, taken: int) -> dict[str, float | int | None]:
        """Compare with optimal play under one semantics: equation (4), also counted as in the published tables."""
        best = referee(self.game, semantics, self.settings.states).optimum()
        row: dict[str, float | int | None] = {"expected": best.expected, "fewest": best.fewest, "most": best.most}
        if best.expected is None:
            row |= {"lower": best.lower, "upper": best.upper}
        row["relative"] = None if best.fewest is None else relative_count(taken, best.fewest)
        row["relative_published"] = (
            None if best.fewest is None else relative_count(published_count(taken), published_count(best.fewest))
        )
        return row

    def _regrets(self, semantics: Semantics) -> list[float | None]:
        judged = referee(self.game, semantics, self.settings.states)
        return [judged.regret(state, a) for state, a in zip(self.states, self.taken, strict=True)]


class KumoSample:
    """The prediction; the first may have replaced an action."""

    def __init__(self, conversation: KumoConversation) -> None:
        self.conversation = conversation
        self.question = {"instance": conversation.number, "hash": conversation.instance.hash}
        self.truth = conversation.words(conversation.answer)

    def shot(self, number: int) -> Shot:
        """One prediction."""
        conversation = self.conversation
        named, conversation.predicted = conversation.predicted, None
        if named is None and not conversation.asked_at_the_end:
            return Score(None, False, 0.0, conversation.played() | {"survivors": conversation.survivors})
        if named is None:
            text = conversation.prompt.render(
                "predict", shot=number, shots=conversation.plan.shots, prediction=conversation.shape
            )
            reply = yield Ask(text, "answer", conversation.baseline(actions=False))
            move = conversation.read(reply, actions=False)
            while isinstance(move, Refusal):
                reply = yield move
                move = conversation.read(reply, actions=False)
            named = move.named
        right = named == conversation.answer
        detail = conversation.detail(named)
        if not right:
            conversation.refuted.append(named)
        return Score(conversation.words(named), right, float(right), detail)


class KumoBaseline:
    """Replies of players that need no model."""

    def __init__(self, conversation: KumoConversation, actions: bool) -> None:
        self._conversation, self._actions = conversation, actions

    def _act(self, a: int) -> str:
        return self._conversation.action_reply(self._conversation.instance.actions[a])

    def _predict(self, named: int) -> str:
        return self._conversation.prediction_reply(self._conversation.words(named))

    def truth(self) -> str:
        """Predict what is valid."""
        return self._predict(self._conversation.answer)

    def guess(self, rng: random.Random) -> str:
        """Take one of the remaining actions, or predict at random, all with the same probability."""
        conversation = self._conversation
        left = members(conversation.known.left) if self._actions else []
        pick = rng.randrange(len(left) + 1)
        if pick < len(left):
            return self._act(left[pick])
        return self._predict(mask_of(rng.sample(range(len(conversation.game.truths)), conversation.named)))

    def constant(self) -> str:
        """Predict the first truths."""
        return self._predict((1 << self._conversation.settings.valid) - 1)

    def echo(self) -> str:
        """Repeat the first action, then predict the first truths."""
        return self._act(0) if self._actions else self.constant()

    def play(self, player: str) -> str:
        """Return the reply of one of PLAYERS. Raises: BadOutput where it cannot be computed."""
        own = {GREEDY: self.greedy, LIST_ORDER: self.in_list_order, NO_ACTION: self.at_once}
        return own[player]() if player in own else self.optimal(OPTIMAL[player])

    def in_list_order(self) -> str:
        """Take the first listed action that was not taken; predict once one answer is left, or nothing else is."""
        known, valid = self._conversation.known, self._conversation.settings.valid
        left = members(known.left) if self._actions and known.alive.bit_count() > valid else []
        return self._act(left[0]) if left else self._predict(mask_of(members(known.alive)[:valid]))

    def at_once(self) -> str:
        """Predict the truths that fewest outcomes rule out, the first among ties, whatever was shown."""
        conversation = self._conversation
        order = sorted(range(len(conversation.game.truths)), key=exclusions(conversation.game).__getitem__)
        return self._predict(mask_of(order[: conversation.settings.valid]))

    def optimal(self, semantics: str) -> str:
        """Play optimally under one semantics; predict where its play ends.

        Where the search was abandoned it plays well, and the record marks the optimum as unknown.
        """
        conversation = self._conversation
        try:
            judged = referee(conversation.game, Semantics(semantics), conversation.settings.states)
            a = judged.action(conversation.known) if self._actions else None
            return self._predict(judged.answer(conversation.known)) if a is None else self._act(a)
        except FaultyGame as error:
            raise BadOutput(f"builtin/optimal-{semantics}, instance {conversation.number}: {error}") from error

    def at_the_end(self, semantics: Semantics) -> str:
        """Predict what a semantics takes as valid where its play has ended."""
        conversation = self._conversation
        return self._predict(
            referee(conversation.game, semantics, conversation.settings.states).answer(conversation.known)
        )

    def greedy(self) -> str:
        """Take the most informative action; predict the likeliest answer. Raises: BadOutput for too many answers."""
        conversation, valid = self._conversation, self._conversation.settings.valid
        try:
            a = (
                greedy_action(conversation.game, conversation.known.alive, conversation.known.left, valid)
                if self._actions
                else None
            )
            if a is not None:
                return self._act(a)
            known = conversation.known
            return self._predict(likeliest(conversation.game, known.alive, known.left, valid, conversation.refuted))
        except FaultyGame as error:
            raise BadOutput(f"builtin/greedy, instance {conversation.number}: {error}") from error
