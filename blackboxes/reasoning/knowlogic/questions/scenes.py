"""Who is in a scene: entities, and where they are drawn for each question, slots."""

from __future__ import annotations

import random

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Scenario
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Scene


def draw_scene(scenario: Scenario, rng: random.Random) -> Scene:
    """Draw who is in the scene, and its slots if they are not fixed."""
    entities = tuple(rng.sample(scenario.members, scenario.count))
    slots = tuple(rng.sample(scenario.things, scenario.drawn)) if scenario.drawn else scenario.slots
    return Scene(scenario, entities, slots)
