"""What is checked of a domain's sentences: every statement, in every form and language, reads back as what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import BadMeaning
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Relation, Scenario
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Reader, Unreadable
from boxwright.blackboxes.reasoning.knowlogic.language.render import forms_of, said
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import Saying
from boxwright.blackboxes.reasoning.knowlogic.questions.scenes import draw_scene
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import same
from boxwright.blackboxes.seeds import stream

SCENES = 60
"""Scenes on which a scenario with drawn slots is checked."""


def domain_faults(domain: Domain) -> list[str]:
    """Return what is wrong with a domain's relations and sentences, one sentence each, with file and line."""
    return [fault for scenario in domain.scenarios.values() for fault in scenario_faults(domain, scenario)]


def scenario_faults(domain: Domain, scenario: Scenario) -> Iterator[str]:
    """Yield the faults of one scenario."""
    scenes = _scenes(scenario)
    for relation in scenario.relations.values():
        scene = next((s for s in scenes if relation.key in s.meanings.relations), None)
        if scene is None:  # what a property says is of no use where no drawn thing has it
            continue
        where = ("scenarios", scenario.key, "relations", relation.name)
        head = f"{domain.path.name}:{domain.line_of(*where)}: {'.'.join(where)}"
        try:
            fault = _meaning_fault(scene, relation)
        except BadMeaning as error:
            fault = str(error)
        if fault:
            yield f"{head}: {fault}"
            continue
        yield from (f"{head}: {fault}" for fault in _form_faults(scene, relation.key, relation.arity, relation))
    head = f"{domain.path.name}:{domain.line_of('scenarios', scenario.key)}: scenarios.{scenario.key}"
    yield from (f"{head}: {fault}" for fault in _form_faults(scenes[0], f"{PLACED}:0", 1, None))


def _scenes(scenario: Scenario) -> list[Scene]:
    """Return scenes on which a scenario is checked; several if its slots are drawn."""
    rng = stream("validate", scenario.id)
    return [draw_scene(scenario, rng) for _ in range(SCENES if scenario.drawn else 1)]


def _meaning_fault(scene: Scene, relation: Relation) -> str:
    """Return why a meaning tells nothing, or cannot be computed. Raises: BadMeaning."""
    meanings = scene.meanings
    entities = tuple(range(relation.arity))
    mask = meanings.mask(Atom(relation.key, entities))
    number = f" (k = {relation.k})" if relation.k is not None else ""
    if not mask:
        return f"never holds{number}: `means` contradicts the slots"
    if not meanings.space.everything & ~mask:
        return f"always holds{number}: `means` says nothing"
    return ""


def _form_faults(scene: Scene, key: str, arity: int, relation: Relation | None) -> Iterator[str]:
    signs: Sequence[bool] = (True,) if relation is not None and not relation.denials else (True, False)
    for language in LANGUAGES:
        reader = Reader(scene, language)
        for positive in signs:
            for number in range(len(forms_of(scene, key, positive, language))):
                atom = Atom(key, tuple(range(arity)), positive)
                text = said(scene, Saying(atom, number), language)
                try:
                    read = reader.statement(text)
                except Unreadable as error:
                    yield str(error)
                    continue
                if not same(scene.meanings.space, scene.meanings.mask(read), scene.meanings.mask(atom)):
                    yield f"{text!r} reads back as something else ({read.relation})"
