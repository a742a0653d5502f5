"""What a `game` description states: the settings, how a scored game is counted, and the worked examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    normal,
    rational,
    state_text,
)
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.types import Call, Example
from boxwright.sandbox import values

GAME = "boxwright_game"
"""The function of `shim.py` that plays a game by its moves: what a person can say of a game without knowing states."""
_SEEN: Mapping[str, Callable[[Any], Any]] = {
    "gets": lambda said: [rational(reward, "what a move gets") for reward in said],
    "reads": checked_view,
    "actions": lambda said: sorted(map(normal, checked_actions(said))),
    "opponent": lambda said: distribution(said, "opponent") if said else {},
    "chance": lambda said: said and distribution(said, "chance"),
}
"""What can be seen or said of a game after some moves, whatever its states are: each checked, in a form to compare."""
_EXAMPLE = (
    "{settings, moves: [...]} with what is to come of it: gets: [...], reads, actions or opponent; where replies are "
    "drawn, also replies: [...]"
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
    examples = tuple(_read_example(entry, index, domain) for index, entry in enumerate(description.front.examples))
    _check_games(examples)
    return GameRules(domain.settings, counting, examples)


def _read_example(entry: Mapping[str, Any], index: int, domain: GameDomain) -> Example:
    where = ("examples", index)
    made = {key: untagged(item, (*where, key)) for key, item in entry.items()}
    told = {key: made[key] for key in _SEEN if key in made}
    if not told or not {"settings", "moves"} <= set(made) <= {"settings", "moves", "replies", *_SEEN}:
        raise DescriptionFault(f"an example has {', '.join(entry) or 'no fields'}", f"write {_EXAMPLE}", where)
    settings, moves, replies = made["settings"], made["moves"], made.get("replies", [])
    if not any(values.equal(dict(known), settings) for known in domain.settings):
        known = ", ".join(values.dumps(dict(setting)) for setting in domain.settings)
        fault = f"the game is not played in the settings {values.dumps(settings)}"
        raise DescriptionFault(fault, f"the settings of `domain` are {known}", (*where, "settings"))
    _check_texts(moves, (*where, "moves"), or_none=True)
    _check_texts(replies, (*where, "replies"))
    for key, said in (("replies", replies), ("gets", made.get("gets"))):
        if key in made and (not isinstance(said, list) or len(said) != len(moves)):
            raise DescriptionFault(f"`{key}` does not hold one entry per move", "write one for each", (*where, key))
    for key, said in told.items():
        try:
            _SEEN[key](said)
        except BadOutput as error:
            raise DescriptionFault(str(error), "fix the example", (*where, key)) from error
    return Example(Call(GAME, (settings, moves, replies)), told, _agree, whole=False)


def _check_games(examples: tuple[Example, ...]) -> None:
    """Check that each game goes on as other examples of the same beginning tell. Raises: DescriptionFault."""
    told = {values.dumps(list(example.call.args)): example.expected for example in examples}
    for index, example in enumerate(examples):
        settings, moves, replies = example.call.args
        for n, move in enumerate(moves):
            before = told.get(values.dumps([settings, moves[:n], replies[:n]]), {})
            if move is not None and move not in before.get("actions", [move]):
                fault = f"there is no move {move!r}: another example says that they are {', '.join(before['actions'])}"
                raise DescriptionFault(fault, "fix one of them", ("examples", index, "moves"))
            shares = before.get("opponent") or before.get("chance")
            if shares and replies[n : n + 1] and replies[n] not in distribution(shares, "opponent"):
                fault = f"no reply can be {replies[n]!r}: another example tells {values.dumps(shares)}"
                raise DescriptionFault(fault, "fix one of them", ("examples", index, "replies"))
            if "gets" in before and "gets" in example.expected and example.expected["gets"][:n] != before["gets"]:
                fault = f"another example of the same game says that its first moves get {values.dumps(before['gets'])}"
                raise DescriptionFault(fault, "fix one of them", ("examples", index, "gets"))


def _check_texts(given: Any, where: tuple[str | int, ...], *, or_none: bool = False) -> None:
    """Check a list of moves or replies; at a moment of chance the player's move is null. Raises: DescriptionFault."""
    if not isinstance(given, list):
        raise DescriptionFault(f"`{where[-1]}` is no list", "write [] for a game that has just begun", where)
    for place, item in enumerate(given):
        if not isinstance(item, str) and not (or_none and item is None):
            raise DescriptionFault(f"the entry {item!r} of `{where[-1]}` is no text", "quote it", (*where, place))


def checked_stand(value: Any) -> Mapping[str, Any]:
    """Return where a game stands, as `GAME` gave it. Raises: BadOutput, also for what cannot be played."""
    if not isinstance(value, dict) or set(value) != {*_SEEN, "replies", "state"}:
        said = isinstance(value, dict) and value.get("impossible")
        raise BadOutput(said if isinstance(said, str) else f"{GAME}() is supplied; define no function of that name")
    state_text(value["state"])
    if seen(value)["actions"] and not value["opponent"]:
        raise BadOutput("opponent() must give {name: probability} with names that are texts")
    return value


def seen(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `GAME` gave, or a part of it, in a form in which equal things are equal. Raises: BadOutput."""
    return {key: _SEEN[key](said[key]) for key in _SEEN if key in said}


def _agree(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    return seen(expected) == seen({key: found[key] for key in expected if key in found})
