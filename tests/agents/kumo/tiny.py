"""A tiny domain, its description, and scripted authors, whose replies come from the test; none is a model."""

from __future__ import annotations

import json
from typing import Any

from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.description import Description, new_canary, parse_description
from boxwright.blackboxes.seeds import stream
from boxwright.harness.chat.api import ChatModel, Finish, Reply, Request, Usage

ID = "kumo/gardens"
TRUTHS = [f"Rose {chr(65 + n)}" for n in range(12)]


def table() -> dict[str, Any]:
    """A sound domain of 12 truths and 16 actions in the compact form: every second action is a measurement."""
    actions: dict[str, dict[str, list[str]]] = {}
    for a in range(16):
        order = stream("gardens", a).sample(TRUTHS, 12)
        groups = [order[0:4], order[4:7], order[7:10]]
        labels = ["0..2", "2..5.5", "5.5..9"] if a % 2 else ["dry", "moist", "wet"]
        actions[f"look at leaf {a + 1}"] = dict(zip(labels, groups, strict=True))
    return {"truths": TRUTHS, "actions": actions}


def description(front: str = "parameters: {truths: 12, actions: 16}\n") -> Description:
    """The author's description."""
    rule = "Goal: Find which rose grows here.\nTruths: Roses of a garden.\nActions: What one can look at."
    return parse_description(f"---\n{front}---\n{rule}\n\n<!-- {new_canary()} -->\n", ID)


class Author:
    """Says one reply after the other; a tuple says how it finished."""

    name = "script"

    def __init__(self, *replies: str | tuple[str, Finish]) -> None:
        self.replies = list(replies)
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        reply = self.replies.pop(0)
        text, finish = (reply, "stop") if isinstance(reply, str) else reply
        return Reply(text=text, finish=finish, usage=Usage(input=10, output=5, calls=1))


def by(model: ChatModel, **more: Any) -> BuildOptions:
    """Options with one author."""
    return BuildOptions(models={"coder": [model]}, **more)


INSTRUCTIONS = "Twelve roses in four beds; half of the actions measure a leaf in centimetres."
GOOD = json.dumps(table())
