"""Programs in place of a `code` box: each returns the value of one variable at one visit, as a player answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.conversation import CodeConversation
from boxwright.blackboxes.families.code.questions import DRAWS, choose_question
from boxwright.blackboxes.families.code.rules import CodeRules
from boxwright.blackboxes.families.expression import Expression, Trial, always, introduction_for
from boxwright.blackboxes.families.literals import plain, same, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Plan, Score
from boxwright.sandbox import values


def visit_shim() -> str:
    """Return the text that runs a module up to a visit."""
    return Path(__file__).with_name("shim.py").read_text(encoding="utf-8")


class CodeExpression(Expression):
    """The program answers the questions."""

    box: Box[CodeRules]

    _share = 4
    signature = "blackbox(inputs, index, visit, variable)"

    def __init__(self, box: Box[CodeRules], plan: Plan, conversation: CodeConversation) -> None:
        super().__init__(box, plan)
        self._conversation = conversation

    def introduction(self, rules: str) -> str:
        """Return the family's text for programs."""
        names = self._conversation.names
        example = {"inputs": names.inputs(self.box.rules.inputs.corners()[0]), "checkpoint": [1, 1]}
        told = {
            "inputs": self.box.rules.words(names.shown_input),
            "checkpoints": self._conversation.shape.checkpoints,
            "example": write_literal(example),
        }
        return introduction_for(self.box, self.plan, rules, told)

    def judge(self, truth: Any, output: Any) -> Score:
        """Compare by value and type."""
        if not plain(output):
            raise BadOutput("must return a number, text, boolean, None, list, tuple, set or dictionary")
        right = same(truth, output)
        return Score(output, right, float(right))

    def oracle(self) -> str:
        """Return the box's own code, run up to the visit."""
        inputs, variables = self._conversation.names.tables
        ask = (
            f"    inputs = {{{inputs!r}[name]: value for name, value in inputs.items()}}\n"
            "    found = boxwright_visit({'inputs': inputs, 'checkpoint': [index, visit]})['variables']\n"
            f"    return found[{variables!r}[variable]]\n"
        )
        return f"{self.box.source}\n{visit_shim()}\ndef {self.signature}:\n{ask}"

    def constant(self) -> str:
        """Return a function of one value."""
        return always(self._conversation.commonest_answer)

    def echo(self) -> str:
        """Give the first input."""
        return f"def {self.signature}:\n    return next(iter(inputs.values()))\n"

    def guess(self, rng: random.Random) -> str:
        """Give some small number."""
        return always(rng.randint(-10, 10))

    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        found = 0
        for _ in range(DRAWS + 2 * count):
            if found == count:
                return
            asked = choose_question(self.box, self._conversation.shape, rng)
            key = values.dumps(asked.record())
            known = values.dumps(asked.inputs) in self._conversation.explored
            if known and not explored and asked.inputs not in self.skips:
                self.skips.append(asked.inputs)
            if key not in seen and (explored or not known):
                seen.add(key)
                found += 1
                names = self._conversation.names
                yield Trial(
                    (names.inputs(asked.inputs), *asked.checkpoint, names.variable(asked.variable)), asked.truth
                )
