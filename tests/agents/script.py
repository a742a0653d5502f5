"""A scripted model for tests of the loop. Its replies come from the test; it is never presented as a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from boxwright.agents.box.roles import ROLES
from boxwright.harness.chat.api import ChatModel, Reply, Request, Usage
from tests.conftest import CAESAR

GOOD_CODE = f"Here it is.\n```python\n{CAESAR}```\n"
WRONG_CODE = GOOD_CODE.replace("+ 1)", "+ 2)")
CLAIMS = json.dumps({"claims": ["z becomes a", "case is kept"]})


def verdict(consistent: bool, line: int = 1) -> str:
    """A structured verdict on the two claims."""
    claims = [{"claim": n, "holds": "yes", "lines": [1]} for n in (1, 2)]
    found = [] if consistent else [{"line": line, "expected": "x", "got": "y", "why": "shifted too far"}]
    return json.dumps({"consistent": consistent, "claims": claims, "inconsistencies": found})


def believes(request: Request) -> str:
    """The verdict of a refiner who takes the box to be right wherever the tester expected something else."""
    return json.dumps(json.loads(verdict(True)) | {"explained": explained(request.messages[0].content)})


def explained(asked: str) -> list[dict[str, object]]:
    """What that refiner says of each line of the log, in a request that holds one, on which the box differs."""
    log = asked.partition("# The interaction log")[2]
    found = re.findall(r"^\[(\d+)\] .* the box gives (.*): different$", log, re.MULTILINE)
    return [{"line": int(n), "recomputed": json.loads(output), "why": "the rule says so"} for n, output in found]


DIAGNOSIS = json.dumps({"cause": "shifts by two", "lines": [6], "change": "shift by one"})


class ScriptedModel:
    """Answers by role and step; a list gives one reply after the other."""

    name = "script"

    def __init__(self, **replies: str | list[str] | Callable[[Request], str]) -> None:
        self._replies = replies
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        kind = request.step.split("/")[0].split("~")[0]
        reply = self._replies.get(kind, _DEFAULTS.get(kind, ""))
        if isinstance(reply, list):
            reply = reply.pop(0)
        text = reply if isinstance(reply, str) else reply(request)
        return Reply(text=text, usage=Usage(input=10, output=5, calls=1))


def played_by(model: ChatModel) -> dict[str, list[ChatModel]]:
    """Let one model play all roles."""
    return {role: [model] for role in ROLES}


def play_by_rule(request: Request) -> str:
    """What a tester says who works the Caesar rule out by hand."""
    text = request.messages[-1].content
    if "QUERY" in text.split("\n")[-1] or "Which plaintext" in text:
        return f"QUERY: xyz Abc{'z' * (len(request.messages) // 2 - 1)}"
    plaintext = text.rsplit("Plaintext: ", 1)[1].split("\n")[0]
    shifted = [
        chr((ord(c) - 65 + 1) % 26 + 65) if c.isupper() else chr((ord(c) - 97 + 1) % 26 + 97) if c.islower() else c
        for c in plaintext
    ]
    return "ANSWER: " + "".join(shifted)


_DEFAULTS: dict[str, str | Callable[[Request], str]] = {
    "write": GOOD_CODE,
    "claims": CLAIMS,
    "test": play_by_rule,
    "judge": believes,
    "read": '{"examples": []}',
    "locate": DIAGNOSIS,
    "revise": GOOD_CODE,
}
