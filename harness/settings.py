"""The settings of an episode (DESIGN section 7): which family takes which, what players are told, how one says stop."""

from __future__ import annotations

from boxwright.blackboxes.environment import Plan
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import Prompt

_NO_FUNCTION = "its black-boxes are no functions that a program could take the place of"
_REFUSED: dict[str, dict[str, str]] = {
    "code": {
        "puzzle": _NO_FUNCTION,
        "freeform": _NO_FUNCTION,
        "game": _NO_FUNCTION,
        "kumo": _NO_FUNCTION,
    },
    "non-adaptive": {
        "game": "a practice game goes on with the answer to each move",
        "kumo": "it has settings of its own",
    },
    "stop": {"kumo": "a prediction ends the actions anyway"},
    "no learning": {"kumo": "it has settings of its own"},
}
"""Setting, family: why the family cannot be played so."""


class SettingRefused(BoxwrightError):
    """A family cannot be played with a setting."""


def chosen(plan: Plan) -> list[str]:
    """Return the names of the settings that are not the usual ones."""
    on = {
        "code": plan.answers == "code",
        "non-adaptive": plan.reveal == "non-adaptive",
        "stop": plan.stop_early,
        "no learning": not plan.history,
    }
    return [name for name, active in on.items() if active]


def check_plan(family: str, plan: Plan) -> None:
    """Check that a family can be played so. Raises: SettingRefused naming the setting and why not."""
    for name in chosen(plan):
        why = _REFUSED[name].get(family)
        if why:
            raise SettingRefused(f"the family {family!r} is not played with the setting {name!r}: {why}")


def check_player(kind: str, plan: Plan) -> None:
    """Check that a builtin player plays so. Raises: SettingRefused naming the setting."""
    if kind not in ("oracle", "random", "constant", "echo") and chosen(plan):
        raise SettingRefused(f"builtin/{kind} does not play with the setting {chosen(plan)[0]!r}; leave it out")


def notes(plan: Plan, texts: Prompt) -> list[str]:
    """Return what players read about the settings below the introduction; nothing with the usual ones."""
    sections = {"non-adaptive": "non_adaptive", "stop": "stop", "no learning": "no_learning"}
    return [texts.render(sections[name]) for name in chosen(plan) if name in sections]


def says_stop(reply: str) -> bool:
    """Whether the last line with anything on it, code fences aside, is STOP, in capitals or not, and nothing else."""
    lines = (line.strip(" \t\r>*_`") for line in reversed(reply.split("\n")))
    last = next((line for line in lines if line), "")
    return last.upper() == "STOP"
