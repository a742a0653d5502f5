"""Definite descriptions: what is known of one entity in a scene and of no other (`the one that can fly`)."""

from __future__ import annotations

from functools import lru_cache

from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Named
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Scene


@lru_cache(maxsize=256)
def _descriptions(entities: tuple[Named, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    common = set(entities[0].attributes).intersection(*(entity.attributes for entity in entities))
    for key in things().predicates("en"):
        name, wanted = key[:-1], int(key[-1] == "+")
        if name in common:
            fitting = [number for number, entity in enumerate(entities) if entity.attributes[name] == wanted]
            if len(fitting) == 1:
                found[key] = fitting[0]
    return found


def descriptions(scene: Scene) -> dict[str, int]:
    """Return the properties, with sign, that hold of exactly one entity, and which it is.

    A property that is disputable of any entity of the scene describes none.
    """
    return _descriptions(scene.entities) if scene.scenario.described is not None else {}


def phrase(scene: Scene, key: str, language: str) -> str:
    """Return the noun phrase of a description."""
    assert scene.scenario.described is not None
    predicate = things().predicates(language)[key]
    if language == "zh" and predicate.endswith("的"):  # 是戴在头上的 + 的那件: 戴在头上的那件
        predicate = predicate.removesuffix("的").removeprefix("是")
    elif language == "zh" and predicate.startswith("是"):  # what follows may be the second 是 of its sentence
        predicate = f"属于{predicate.removeprefix('是')}"
    return scene.scenario.described[language].replace("{p}", predicate)
