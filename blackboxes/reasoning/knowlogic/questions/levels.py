"""How hard a question is: features that are computed, a score, and levels as quantiles of it.

The score is a weighted sum; the weights are ours, and stated here. Levels are cut where easy : medium : hard = 1 : 2 :
3 of the questions that a domain's generator draws; the cuts are stored in `levels.json` and measured anew by
`boxwright knowlogic levels`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import smallest_core, to_decide
from boxwright.blackboxes.reasoning.knowlogic.questions.derive import Derivation, derive
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LEVELS, SHARES, Level, Puzzle

CUTS = Path(__file__).with_name("levels.json")
WEIGHTS: Mapping[str, int] = {
    "length": 1,
    "core": 6,
    "indirect": 3,
    "vague": 2,
    "cyclic": 4,
    "knowledge": 3,
    "extra": 1,
}
"""What one unit of each feature counts."""


def measured(puzzle: Puzzle) -> tuple[dict[str, int], Derivation]:
    """Return a question's features, and the derivation that one of them comes from.

    length: the successive steps of the shortest derivation, added up over the options; core: size of the smallest
    sufficient set of clues; indirect: entities that these clues name and the question does not; vague: vague clues
    among them; cyclic: 1 if the scenario is; knowledge: the rarity of the rarest knowledge that it takes; extra: clues
    that could be left out. Raises: BadMeaning.
    """
    meanings = puzzle.scene.meanings
    masks = to_decide(meanings, puzzle.question, puzzle.answer)
    clue_masks = [meanings.mask(clue.atom) for clue in puzzle.clues]
    core = smallest_core(clue_masks, masks, meanings.space.everything)
    derivation = derive(puzzle)
    atoms = [puzzle.clues[number].atom for number in core]
    options = [option.atom for option in puzzle.question.options]
    asked = {e for atom in options for e in (atom.entities if puzzle.question.form != "entity" else atom.entities[1:])}
    used = [*atoms, *options]
    sayings = [*(puzzle.clues[number] for number in core), *puzzle.question.options]
    described = [things().rarity(key) for saying in sayings for key in saying.described if key]
    rarity = [meanings.relations[atom.relation].knowledge for atom in used if atom.relation in meanings.relations]
    features = {
        "length": derivation.length,
        "core": len(core),
        "indirect": len({e for atom in atoms for e in atom.entities} - asked),
        "vague": sum(not atom.positive or meanings.is_vague(atom.relation) for atom in atoms),
        "cyclic": int(puzzle.scene.scenario.cyclic),
        "knowledge": max((*rarity, *described), default=0),
        "extra": len(puzzle.clues) - len(core),
    }
    return features, derivation


def score(features: Mapping[str, int]) -> int:
    """Return the weighted sum of the features."""
    return sum(weight * features[name] for name, weight in WEIGHTS.items())


def cuts_of(scores: Sequence[int]) -> tuple[int, int]:
    """Return the highest scores of the levels easy and medium, so that the shares are nearest to 1 : 2 : 3."""
    ordered = sorted(scores)
    whole = sum(SHARES)
    ends = []
    below = 0
    for share in SHARES[:2]:
        below += share
        wanted = len(ordered) * below / whole
        values = sorted(set(ordered))
        ends.append(min(values, key=lambda v: (abs(sum(s <= v for s in ordered) - wanted), v)))
    return ends[0], ends[1]


@cache
def cuts() -> Mapping[str, tuple[int, int]]:
    """Return the stored cuts by domain."""
    found: dict[str, list[int]] = json.loads(CUTS.read_text(encoding="utf-8")) if CUTS.exists() else {}
    return {domain: (ends[0], ends[1]) for domain, ends in found.items()}


def level_of(ends: tuple[int, int], features: Mapping[str, int]) -> Level:
    """Return the level of a question; `ends` are the highest scores of the levels easy and medium."""
    value = score(features)
    return LEVELS[0] if value <= ends[0] else LEVELS[1] if value <= ends[1] else LEVELS[2]
