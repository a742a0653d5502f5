"""The paper's protocol: moves in `<ANSWER>` tags, names exactly as listed, over at the first unreadable reply.

As in the published program, the text after the last opening tag counts (the whole reply, if there is none), a name
may stand in `${...}`, and a name that is both a truth and an action is a truth. Two things differ: the texts are our
own, and each round's instruction stays in the conversation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.moves import Move
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.types import Plan, Refusal

OPEN, CLOSE = "<ANSWER>", "</ANSWER>"
ROUNDS = 50
"""Rounds after which the published program ends a game without a prediction."""


def answer_of(reply: str) -> str:
    """Return what a reply answers, as the published program reads it."""
    answer = reply.split(OPEN)[-1].split(CLOSE)[0].strip()
    return answer.split("${")[-1].split("}")[0] if "${" in answer else answer


class PublishedConversation(KumoConversation):
    """At most T rounds on one instance, each an action or the prediction that ends the game."""

    repairs = 0
    asked_at_the_end = False

    def __init__(self, plan: Plan, settings: PlaySettings, instance: Instance, number: int, book: str) -> None:
        super().__init__(load_prompt("players/kumo"), plan, settings, instance, number, book)
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

    def _invitation(self, number: int) -> str:
        begin = [self.prompt.render("begin")] if number == 1 else []
        return "\n\n".join([*begin, self.prompt.render("move", **self._lists)])

    def action_reply(self, name: str) -> str:
        """Return a reply that takes an action."""
        return f"{OPEN} {name} {CLOSE}"

    def prediction_reply(self, names: Sequence[str]) -> str:
        """Return a reply that predicts a truth."""
        return self.action_reply(names[0])

    def _told(self, a: int, shown: Any) -> str:
        observed = {"action": self.instance.actions[a], "observation": shown}
        return self.prompt.render("outcome", observed=repr(observed))

    def unwritable(self) -> str:
        """Return a name that a reply cannot express, if there is one; an action may have a truth's name."""
        names = (*self.instance.actions, *self.instance.truths)
        return next((name for name in names if answer_of(self.action_reply(name)) != name), "")
