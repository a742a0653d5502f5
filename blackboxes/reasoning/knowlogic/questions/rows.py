"""A question as a row of a file: its text in both languages, its labels, its proof; and back from a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Named, Scenario
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES
from boxwright.blackboxes.reasoning.knowlogic.language.render import question_text
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import certificate
from boxwright.blackboxes.reasoning.knowlogic.questions.derive import Derivation
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import level_of, measured, score
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import (
    TYPES,
    Level,
    Puzzle,
    Question,
    Saying,
    form_of,
    identifier,
)
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene

ORIGINAL = "original"
"""The variant of a question that is no partner of another."""


class BadRow(ValueError):
    """A row that is no question of these scenarios; the message says which field."""


def _read_saying(row: Mapping[str, Any]) -> Saying:
    atom = Atom(row["relation"], tuple(row["entities"]), row.get("positive", True))
    wording = row.get("wording", 0)
    if type(wording) is not int:
        raise TypeError
    return Saying(atom, wording, tuple(row.get("described", ())))


class _Form(BaseModel):
    model_config = ConfigDict(strict=True)

    entities: list[str]
    slots: list[str]
    hidden: list[int]
    clues: list[dict[str, Any]]
    options: list[dict[str, Any]] = Field(min_length=2)
    none: bool
    wording: int


class _Row(BaseModel):
    """What is read of a row; the rest follows from it."""

    model_config = ConfigDict(strict=True)

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}(-[a-z]+)?$")]
    base_id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    variant: Literal["original", "clue", "wording", "order", "names", "language"]
    scenario: str
    type: Literal[TYPES]  # type: ignore[valid-type]
    level: Level
    answer: str
    features: dict[str, int]
    form: _Form


def row_of(puzzle: Puzzle, ends: tuple[int, int] | None = None) -> dict[str, Any]:
    """Return a question as JSON values; the same question always gives the same row.

    With `ends`, the highest scores of the levels easy and medium, its level follows from them. Raises: BadMeaning.
    """
    features, derivation = measured(puzzle)
    proof = certificate(puzzle)
    scene, question = puzzle.scene, puzzle.question
    relations = [saying.atom.relation.partition(":")[0] for saying in (*puzzle.clues, *question.options)]
    return {
        "id": identifier(puzzle),
        "base_id": puzzle.base or identifier(puzzle),
        "variant": puzzle.variant if puzzle.base else ORIGINAL,
        "domain": scene.scenario.domain,
        "scenario": scene.scenario.key,
        "world": scene.scenario.world,
        "type": question.type,
        "level": puzzle.level if ends is None else level_of(ends, features),
        "score": score(features),
        "features": features,
        "knowledge_points": sorted(set(relations)),
        "question": {language: question_text(puzzle, language) for language in LANGUAGES},
        "answer": puzzle.answer,
        "form": form_of(puzzle),
        "derivation": steps_of(derivation),
        "certificate": {"worlds": proof.worlds, "left": proof.left, "guess": round(proof.guess, 4)},
    }


def steps_of(derivation: Derivation) -> list[dict[str, Any]]:
    """Return the steps of a derivation as JSON values."""
    rows = []
    for step in derivation.steps:
        row: dict[str, Any] = {"rule": step.rule, "from": list(step.premises), "about": list(step.about)}
        row |= (
            {"letter": step.letter, "holds": step.holds}
            if step.letter
            else {"allowed": [list(a) for a in step.allowed]}
        )
        row["length"] = step.length
        if step.rule == "open":
            row["arrangements"] = [list(world) for world in step.allowed]
        rows.append(row)
    return rows


def puzzle_of(row: Mapping[str, Any], scenarios: Mapping[str, Scenario]) -> Puzzle:
    """Return the question of a row; `scenarios` are those of its domain by key. Raises: BadRow."""
    try:
        _Row.model_validate(row)
        scenario = scenarios[row["scenario"]]
        form = row["form"]
        entities = _named(form["entities"], scenario.members)
        slots = _named(form["slots"], scenario.slots or scenario.things)
        options = tuple(_read_saying(option) for option in form["options"])
        puzzle = Puzzle(
            id=row["id"],
            scene=Scene(scenario, entities, slots),
            hidden=tuple(form["hidden"]),
            clues=tuple(_read_saying(clue) for clue in form["clues"]),
            question=Question(row["type"], options, form["none"]),
            answer=row["answer"],
            wording=form["wording"],
            features=row["features"],
            level=row["level"],
            base=row["base_id"] if row["base_id"] != row["id"] else "",
            variant=row["variant"] if row["variant"] != ORIGINAL else "",
        )
        _check_atoms(puzzle)
        return puzzle
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadRow(f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg'].lower()}") from None
    except KeyError as error:
        raise BadRow(f"{error.args[0]!r} is missing, or not known") from None
    except (TypeError, AttributeError, IndexError):
        raise BadRow("a field has a value of another kind than a question's") from None


def _check_atoms(puzzle: Puzzle) -> None:
    meanings = puzzle.scene.meanings
    if len(set(puzzle.hidden)) < len(puzzle.hidden) or len(puzzle.hidden) != meanings.entities:
        raise BadRow("`form.hidden` must give every entity a slot of its own")
    if not all(0 <= slot < meanings.size for slot in puzzle.hidden):
        raise BadRow("`form.hidden` names a slot that is not in the scene")
    for saying in (*puzzle.clues, *puzzle.question.options):
        atom = saying.atom
        if len(atom.entities) != meanings.arity(atom.relation):
            raise BadRow(f"{atom.relation} has {len(atom.entities)} entities")
        if any(not -meanings.size <= entity < meanings.entities for entity in atom.entities):
            raise BadRow(f"{atom.relation} names an entity that is not in the scene")


def _named(keys: Sequence[str], members: Sequence[Named]) -> tuple[Named, ...]:
    by_key = {member.key: member for member in members}
    return tuple(by_key[key] for key in keys)
