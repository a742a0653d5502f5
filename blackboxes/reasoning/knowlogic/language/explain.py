"""A derivation in words, a line for each step, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED
from boxwright.blackboxes.reasoning.knowlogic.language.render import texts
from boxwright.blackboxes.reasoning.knowlogic.language.words import listed
from boxwright.blackboxes.reasoning.knowlogic.questions.derive import OF_CLUES, Derivation, Step
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import Puzzle


def explained(puzzle: Puzzle, derivation: Derivation, language: str) -> list[str]:
    """Return the steps as numbered sentences."""
    return [f"{number}. {_step(puzzle, step, language)}" for number, step in enumerate(derivation.steps, start=1)]


def _step(puzzle: Puzzle, step: Step, language: str) -> str:
    prompt = texts()
    numbers = listed([str(premise + 1) for premise in step.premises], language)
    if step.rule == "open":
        return _shown_open(puzzle, step, language)
    if step.rule in OF_CLUES:
        why = prompt.render(f"because_clues_{language}", numbers=numbers)
    else:
        why = prompt.render(f"because_steps_{language}", numbers=numbers, rule=prompt.render(_key(step, language)))
    if step.letter:
        right = step.holds != (puzzle.question.type == "statement wrong")
        says = prompt.render(f"{'chosen' if right else 'not_chosen'}_{language}", letter=step.letter)
        return why + says
    return why + _conclusion(puzzle, step, language)


def _shown_open(puzzle: Puzzle, step: Step, language: str) -> str:
    """Return the two arrangements that leave an option open."""
    scene, prompt = puzzle.scene, texts()

    def placed(entity: int, slot: int) -> str:
        names = {"name": scene.entities[entity].of(language), "slot": scene.slots[slot].of(language)}
        return prompt.render(f"in_slot_{language}", **names)

    worlds = [
        listed([placed(entity, slot) for entity, slot in zip(step.about, world, strict=True)], language)
        for world in step.allowed
    ]
    return prompt.render(f"open_{language}", letter=step.letter, first=worlds[0], second=worlds[1])


def _key(step: Step, language: str) -> str:
    return f"rule_{step.rule.replace(' ', '_')}_{language}"


def _conclusion(puzzle: Puzzle, step: Step, language: str) -> str:
    scene, prompt = puzzle.scene, texts()
    names = [scene.entities[entity].of(language) for entity in step.about]
    if len(step.about) == 1:
        slots = listed([scene.slots[slot].of(language) for (slot,) in step.allowed], language)
        return prompt.render(f"fact_slots_{language}", name=names[0], slots=slots)
    relation = _narrowest(puzzle, step.about, step.allowed)
    if relation:
        known = scene.meanings.relations[relation]
        says = known.says[language] if known.k is None else re.sub(r"k(?![a-z])", str(known.k), known.says[language])
        return prompt.render(f"fact_relation_{language}", a=names[0], b=names[1], relation=relation, says=says)
    return prompt.render(f"fact_pairs_{language}", a=names[0], b=names[1], count=len(step.allowed))


def _narrowest(puzzle: Puzzle, about: Sequence[int], allowed: Sequence[tuple[int, ...]]) -> str:
    """Return the relation that says exactly what a step concludes; empty if none does."""
    meanings = puzzle.scene.meanings
    wanted = frozenset(allowed)
    for key, relation in meanings.relations.items():
        if relation.arity == 2 and not key.startswith(PLACED) and meanings.extension(key, tuple(about)) == wanted:
            return key
    return ""
