"""The paper's protocol: moves in `<ANSWER>` tags, names exactly as listed, over at the first unreadable reply.

As in the published program, the text after the last opening tag counts (the whole reply, if there is none), a name
may stand in `${...}`, and a name that is both a truth and an action is a truth. Two things differ: the texts are our
own, and each round's instruction stays in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoBaseline, KumoConversation, KumoSample, Move
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn

OPEN, CLOSE = "<ANSWER>", "</ANSWER>"
ROUNDS = 50
"""Rounds after which the published program ends a game without a prediction."""


def check_protocol(plan: Plan, settings: PlaySettings, several: bool) -> None:
    """Check that the protocol of the settings can be played. Raises: BoxwrightError."""
    if settings.protocol == "own":
        return
    for fault, remedy in (
        (several, "has one valid truth per game; leave `valid` out"),
        (plan.shots > 1, "ends with the first prediction; use --shots 1"),
        (plan.turns < 1, "takes actions; give --turns"),
    ):
        if fault:
            raise BoxwrightError(f"--kumo protocol=published: it {remedy}")


def answer_of(reply: str) -> str:
    """Return what a reply answers, as the published program reads it."""
    answer = reply.split(OPEN)[-1].split(CLOSE)[0].strip()
    return answer.split("${")[-1].split("}")[0] if "${" in answer else answer


class PublishedConversation(KumoConversation):
    """At most T rounds on one instance, each an action or the prediction that ends the game."""

    repairs = 0

    def __init__(self, plan: Plan, settings: PlaySettings, instance: Instance, number: int, book: str) -> None:
        untold = settings.model_copy(update={"promise": "untold"})
        super().__init__(load_prompt("players/kumo"), plan, untold, instance, number, book)
        self.prompt = load_prompt("players/kumo_published")
        self._lists = {"truths": ", ".join(instance.truths), "actions": ", ".join(instance.actions)}
        self.introduction = self.prompt.render("introduction", **self._lists, book=book.strip()).strip()

    def read(self, reply: str, actions: bool) -> Move | Refusal:
        """Parse a reply; only an exact name is a move."""
        answer = answer_of(reply)
        if answer in self.instance.truths:
            return Move(named=1 << self.instance.truths.index(answer))
        if actions and answer in self.instance.actions:
            return Move(self.instance.actions.index(answer))
        return Refusal(self.prompt.render("unreadable"))

    def turn(self, number: int) -> Turn:
        """One round."""
        begin = [self.prompt.render("begin")] if number == 1 else []
        text = "\n\n".join([*begin, self.prompt.render("move", **self._lists)])
        reply = yield Ask(text, "query", self.baseline(actions=True))
        move = self.read(reply, actions=True)
        while isinstance(move, Refusal):
            reply = yield move
            move = self.read(reply, actions=True)
        if move.action is None:
            self.predicted = move.named
            return Feedback({"predict": self.words(move.named)}, None, "", last=True)
        return self._take(move.action)

    def _told(self, a: int, shown: Any) -> str:
        observed = {"action": self.instance.actions[a], "observation": shown}
        return self.prompt.render("outcome", observed=repr(observed))

    def baseline(self, actions: bool) -> PublishedBaseline:
        """Return the replies of players that need no model."""
        return PublishedBaseline(self, actions)

    def unwritable(self) -> str:
        """Return a name that a reply cannot express, if there is one."""
        for name in (*self.instance.actions, *self.instance.truths):
            if answer_of(f"{OPEN} {name} {CLOSE}") != name:
                return name
        return ""

    def samples(self) -> Iterator[Sample]:
        """The one question: which truth is valid?"""
        yield PublishedSample(self)


class PublishedSample(KumoSample):
    """The prediction that ended the game; without one in the last round the game is lost."""

    def shot(self, number: int) -> Shot:
        """The prediction made."""
        if self.conversation.predicted is not None:
            return (yield from super().shot(number))
        conversation = self.conversation
        detail = {**conversation.played(), "survivors": conversation.known.alive.bit_count()}
        return Score(None, conversation.words(conversation.game.valid), False, 0.0, detail)


class PublishedBaseline(KumoBaseline):
    """Replies of players that need no model, in the protocol's form."""

    def _act(self, a: int) -> str:
        return f"{OPEN} {self._conversation.instance.actions[a]} {CLOSE}"

    def _predict(self, named: int) -> str:
        return f"{OPEN} {self._conversation.words(named)[0]} {CLOSE}"
