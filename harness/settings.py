"""The settings of an episode: which environment supports which, what players read about them, and how to stop."""

from __future__ import annotations

import re

from boxwright.blackboxes.environment import BASELINES, Environment
from boxwright.blackboxes.families.expression import Expressive
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.types import Plan

_CONFIDENCE = re.compile(
    r"^[\W_]*confidence[\W_]*[:=][ *_`~]*(?P<number>\d{1,3}(\.\d{1,6})?) ?(?P<percent>%|percent)?[\W_]*$",
    re.IGNORECASE | re.MULTILINE,
)


class SettingRefused(BoxwrightError):
    """An environment does not support a setting."""


def check_plan(environment: Environment, plan: Plan) -> None:
    """Check that an environment supports the settings. Raises: SettingRefused naming the setting and the reason."""
    if plan.turns and not environment.explores:
        raise SettingRefused(f"{environment.name} has nothing to explore; play it with T = 0")
    for setting in plan.settings():
        why = environment.refuses.get(setting, "")
        if setting == "code" and not isinstance(environment, Expressive):
            why = why or "it has no function that a program could replace"
        if why:
            raise SettingRefused(
                f"the environment {environment.name!r} does not support the setting {setting!r}: {why}"
            )


def check_player(kind: str, plan: Plan, box: str) -> None:
    """Check that a builtin player supports the settings. Raises: SettingRefused naming the setting and the box."""
    if kind not in BASELINES and plan.settings():
        setting = plan.settings()[0]
        way_out = f"; or answer directly: --for {box}:answers=direct" if setting == "code" else ""
        raise SettingRefused(
            f"builtin/{kind} does not support the setting {setting!r} of {box}; leave out one of the three{way_out}"
        )


def notes(plan: Plan, texts: Prompt, turn: str) -> list[str]:
    """Return the text about the settings below the introduction; empty with the defaults. `turn`: its name."""
    sections = {"non-adaptive": "non_adaptive", "stop": "stop", "no learning": "no_learning"}
    said = [texts.render(sections[name], turn=turn) for name in plan.settings() if name in sections]
    return [*said, load_prompt("players/confidence").render("asked")] if plan.confidence else said


def split_confidence(reply: str) -> tuple[str, float | None]:
    """Take the last line `CONFIDENCE: 85` out of a reply; return the rest and the probability, None if there is none.

    A number is in percent, unless it is a fraction such as 0.85. Above 100 it is no probability.
    """
    found = list(_CONFIDENCE.finditer(reply))
    if not found:
        return reply, None
    rest = (reply[: found[-1].start()] + reply[found[-1].end() :]).strip("\n")
    number, percent = found[-1]["number"], found[-1]["percent"]
    stated = float(number)
    if percent or "." not in number or stated > 1:
        stated /= 100
    return rest, stated if stated <= 1 else None


def says_stop(reply: str) -> bool:
    """Whether the last line with anything on it, code fences aside, is STOP, in capitals or not, and nothing else."""
    lines = (line.strip(" \t\r>*_`.!") for line in reversed(reply.split("\n")))
    last = next((line for line in lines if line), "")
    return last.upper() == "STOP"
