"""What a `game` description states: the settings, how a scored game is counted, and the worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.fields import read_parameters, untagged
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.game.tree import distribution, rational
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

    repetitions: int = Field(default=3, ge=1, le=50)
    """How often a scored game is played where chance plays a part; otherwise once."""
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
    return GameRules(domain.settings, counting, tuple(_read_examples(description, domain)))


def _read_examples(description: Description, domain: GameDomain) -> Iterator[Example]:
    for index, entry in enumerate(description.front.examples):
        where = ("examples", index)
        made = {key: untagged(item) for key, item in entry.items()}
        keys = set(made)
        if keys == {"settings", "state"}:
            yield Example(Call("start", (made["settings"],)), made["state"])
        elif len(keys) == 2 and "state" in keys and keys & {"actions", "view", "opponent"}:
            (function,) = keys - {"state"}
            agrees = _same_shares if function == "opponent" else None
            if function == "opponent":
                _checked_shares(made[function], where)
            yield Example(Call(function, (made["state"],)), made[function], agrees)
        elif {"state", "action", "reply"} < keys <= {"state", "action", "reply", "reward", "next"}:
            expected = {name: made[key] for name, key in (("reward", "reward"), ("state", "next")) if key in made}
            call = Call("play", (made["state"], made["action"], made["reply"]))
            yield Example(call, expected, _same_play, whole=len(expected) == 2)
        else:
            raise DescriptionFault(f"an example has {', '.join(entry) or 'no fields'}", f"write {_EXAMPLE}", where)


def _checked_shares(value: Any, where: tuple[str | int, ...]) -> None:
    try:
        distribution(value, "opponent")
    except BadOutput as error:
        raise DescriptionFault(f"{error}", "fix the example", (*where, "opponent")) from error


def _same_shares(expected: Any, found: Any) -> bool:
    return distribution(expected, "opponent") == distribution(found, "opponent()")


def _same_play(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    if "state" in expected and not values.equal(expected["state"], found["state"]):
        return False
    return "reward" not in expected or rational(expected["reward"], "reward") == rational(found["reward"], "a reward")
