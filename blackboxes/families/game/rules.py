"""What a `game` description states: the settings, how a scored game is counted, and the worked examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.fields import read_parameters, untagged
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.game.tree import (
    checked_actions,
    checked_view,
    distribution,
    rational,
    state_text,
)
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.types import Call, Example
from boxwright.sandbox import values

_EXAMPLE = (
    "{settings, state}, {state, actions}, {state, opponent}, {state, view}, or {state, action, reply, reward, next}"
)


class GameDomain(BaseModel):
    """The field `domain`: the settings in which the game is played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    settings: tuple[dict[str, int | float | str | bool], ...] = Field(min_length=1, max_length=20)
    """Each is passed to `start` and told to the player; one test sample each."""


class Counting(BaseModel):
    """The field `parameters`: how a scored game is counted."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    repetitions: int = Field(default=1, ge=1, le=50)
    """How often a scored game is played, whether chance plays a part or not: the number must not tell."""
    known_optimal: tuple[float, ...] = ()
    """The optimal expected score of each setting, where an independent source gives it: checked, never used."""


@dataclass(frozen=True)
class GameRules:
    """What the family read from a description."""

    settings: tuple[Mapping[str, Any], ...]
    counting: Counting
    examples: tuple[Example, ...] = ()


def read_rules(description: Description) -> GameRules:
    """Read domain, parameters and examples. Raises: DescriptionFault."""
    domain = read_domain(GameDomain, description)
    counting = read_parameters(Counting, description)
    if not description.public.strip():
        raise DescriptionFault(
            "players are told nothing about this game",
            "write below `# Public` what the actions are, what scores, and when the game ends",
        )
    if len({values.dumps(setting) for setting in domain.settings}) < len(domain.settings):
        raise DescriptionFault("a setting is listed twice", "remove one", ("domain", "settings"))
    if counting.known_optimal and len(counting.known_optimal) != len(domain.settings):
        raise DescriptionFault(
            f"known_optimal has {len(counting.known_optimal)} values for {len(domain.settings)} settings",
            "give one for each setting, or none",
            ("parameters", "known_optimal"),
        )
    examples = tuple(_read_examples(description))
    for index, example in enumerate(examples):
        _check_can_be(example, domain, index)
    _check_plays(examples)
    return GameRules(domain.settings, counting, examples)


def _read_examples(description: Description) -> Iterator[Example]:
    for index, entry in enumerate(description.front.examples):
        where = ("examples", index)
        made = {key: untagged(item) for key, item in entry.items()}
        keys = set(made)
        if keys == {"settings", "state"}:
            yield Example(Call("start", (made["settings"],)), made["state"])
        elif len(keys) == 2 and "state" in keys and keys & {"actions", "view", "opponent"}:
            (function,) = keys - {"state"}
            agrees = _same_shares if function == "opponent" else None
            yield Example(Call(function, (made["state"],)), made[function], agrees)
        elif {"state", "action", "reply"} < keys <= {"state", "action", "reply", "reward", "next"}:
            expected = {name: made[key] for name, key in (("reward", "reward"), ("state", "next")) if key in made}
            call = Call("play", (made["state"], made["action"], made["reply"]))
            yield Example(call, expected, _same_play, whole=len(expected) == 2)
        else:
            raise DescriptionFault(f"an example has {', '.join(entry) or 'no fields'}", f"write {_EXAMPLE}", where)


_CHECKS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "start": ("state", state_text),
    "actions": ("actions", checked_actions),
    "view": ("view", checked_view),
    "opponent": ("opponent", lambda said: distribution(said, "opponent")),
}
"""The field that tells what a function gives, and what every box's function must give."""


def _check_can_be(example: Example, domain: GameDomain, index: int) -> None:
    """Check that a box of these settings could give what an example says. Raises: DescriptionFault."""
    if example.call.function == "play":
        _check_play(example, index)
        return
    (asked,) = example.call.args
    if example.call.function == "start" and not any(values.equal(dict(s), asked) for s in domain.settings):
        known = ", ".join(values.dumps(dict(setting)) for setting in domain.settings)
        fault = f"the game is not played in the settings {values.dumps(asked)}"
        raise DescriptionFault(fault, f"the settings of `domain` are {known}", ("examples", index, "settings"))
    field, check = _CHECKS[example.call.function]
    _checked(check, example.expected, ("examples", index, field))


def _check_play(example: Example, index: int) -> None:
    _, action, reply = example.call.args
    if not (action is None or isinstance(action, str)):
        raise DescriptionFault(f"the action {action!r} is no text", "quote it", ("examples", index, "action"))
    if not isinstance(reply, str):
        raise DescriptionFault(f"the reply {reply!r} is no text", "quote it", ("examples", index, "reply"))
    if "reward" in example.expected:
        _checked(lambda said: rational(said, "a reward"), example.expected["reward"], ("examples", index, "reward"))
    if "state" in example.expected:
        _checked(state_text, example.expected["state"], ("examples", index, "next"))


def _checked(check: Callable[[Any], Any], value: Any, where: tuple[str | int, ...]) -> None:
    try:
        check(value)
    except BadOutput as error:
        raise DescriptionFault(f"{error}", "fix the example", where) from error


def _check_plays(examples: Sequence[Example]) -> None:
    """Check that what is played in a state can be played there, as other examples tell. Raises: DescriptionFault."""
    told = {(e.call.function, values.dumps(e.call.args[0])): e.expected for e in examples if e.call.function != "play"}
    for index, example in enumerate(examples):
        if example.call.function != "play" or example.call.args[1] is None:
            continue
        state, action, reply = example.call.args
        actions = told.get(("actions", values.dumps(state)))
        if actions is not None and action not in actions:
            fault = (
                f"there is no action {action!r} in this state: another example says that they are {', '.join(actions)}"
            )
            raise DescriptionFault(fault, "fix one of them", ("examples", index, "action"))
        shares = told.get(("opponent", values.dumps(state)))
        if shares is not None and reply not in distribution(shares, "opponent"):
            fault = f"the opponent has no reply {reply!r} in this state: another example tells {values.dumps(shares)}"
            raise DescriptionFault(fault, "fix one of them", ("examples", index, "reply"))


def _same_shares(expected: Any, found: Any) -> bool:
    return distribution(expected, "opponent") == distribution(found, "opponent()")


def _same_play(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    if "state" in expected and not values.equal(expected["state"], found["state"]):
        return False
    return "reward" not in expected or rational(expected["reward"], "reward") == rational(found["reward"], "a reward")
