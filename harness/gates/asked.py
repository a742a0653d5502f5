"""What gate 7 notes of the questions of a box: what a glance at them scores, and which near misses they tell.

Telling questions are chosen here: those that tell near misses which tests drawn otherwise seldom tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from statistics import fmean
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.gates.misread import misread, restated, telling_texts
from boxwright.harness.gates.near_misses import SAMPLES, NearMiss, episodes_of, near_misses, scored_again, telling
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.gates.small_faults import Fault
from boxwright.harness.players.glance import GLANCES, GlancePlayer, glances_at
from boxwright.harness.players.solvers.solver import known
from boxwright.sandbox import values

MANY = 128
"""Samples on which a glance is measured that scored above chance, perhaps by luck."""
ROUNDS = 3
"""So often questions are sought: those that tell one near miss take the place of tests that told another."""


def glances(box: Box[Any], settings: GateSettings, floor: float) -> dict[str, float]:
    """Return what the players that only read the prompt score, by name; on many samples where it is above chance.

    Raises: EpisodeFailed.
    """
    if not glances_at(box.family.name):
        return {}
    scores = {}
    for name in GLANCES:
        score = _glance(box, settings, name, settings.trials)
        score = _glance(box, settings, name, MANY) if score > floor else score
        scores[name.removeprefix("builtin/")] = round(score, 4)
    return scores


def _glance(box: Box[Any], settings: GateSettings, name: str, samples: int) -> float:
    """Return what a player scores over so many samples, in episodes as they are played: telling ones are in each."""
    scores: list[float] = []
    for number in range(max(1, samples // SAMPLES)):
        plan = Plan(turns=0, shots=1, samples=SAMPLES, seed=derive(settings.seed, "glance", number))
        player = GlancePlayer(name, known(box.description, plan))
        scores += [sample.value for sample in play(box, plan, player).samples]
    return fmean(scores)


def report(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Return the notes of gate 7: chance and glances with telling questions, near misses that no test tells."""
    if not settings.near_misses:
        return {}
    found, groups = chosen(box, settings)
    with box.asking(groups) as played:
        floor = box.family.chance_level(played, derive(settings.seed, "floor"))
        notes: dict[str, Any] = {"floor": round(floor, 4), "glances": glances(played, settings, floor)}
    if found:
        notes["near_misses"] = {"tried": len(found), "untold": [miss.words for miss in found if miss.untold]}
    if any(miss.exact for miss in found):
        notes["near_misses"]["costless"] = [miss.fault.told for miss in found if miss.costless]
    if groups:
        notes["near_misses"]["telling"] = [list(map(values.dumps, group)) for group in groups]
    return notes


def chosen(box: Box[Any], settings: GateSettings) -> tuple[list[NearMiss], list[list[Any]]]:
    """Return the near misses, as the tests tell them once telling questions are among them, and these questions.

    Questions for the feedback on a text are chosen last: for beliefs about texts, and for faults that a box's own
    questions do not tell.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    with box.asking(()) as bare:
        found = near_misses(bare, settings.seed, settings.near_misses)
        found, own = _told(bare, settings.seed, found, telling, lambda miss: not miss.surely or miss.by_luck)
        if not settings.misreadings:
            return found, own
        with box.asking(own) as played:
            beliefs = misread(played, settings.seed, settings.misreadings)
        all_of = [*found, *beliefs]
        chooses = partial(telling_texts, own=len(own))
        all_of, texts = _told(bare, settings.seed, all_of, chooses, lambda miss: not miss.surely, own)
    return all_of, [*own, *texts]


def _told(
    box: Box[Any],
    seed: int,
    found: list[NearMiss],
    chooses: Callable[[Box[Any], int, Sequence[NearMiss]], list[list[Any]]],
    seldom: Callable[[NearMiss], bool],
    others: Sequence[Sequence[Any]] = (),
) -> tuple[list[NearMiss], list[list[Any]]]:
    """Return near misses, as they are told once questions are chosen that tell the seldom ones, and these questions.

    `others` are asked beside them.
    """
    sought = list(filter(seldom, found))
    groups: list[list[Any]] = []
    for _ in range(ROUNDS):
        groups = chooses(box, seed, sought)
        found = _asked(box, seed, found, [*others, *groups]) if groups else found
        lost = [miss for miss in found if not miss.told and miss.fault not in [one.fault for one in sought]]
        if not lost:
            break
        sought += lost
    return found, groups


def _asked(box: Box[Any], seed: int, found: list[NearMiss], groups: Sequence[Sequence[Any]]) -> list[NearMiss]:
    """Return near misses as they are told by tests with these telling questions among them."""
    with box.asking(groups) as played:
        episodes = episodes_of(played, seed)
    texts = cache(lambda: [restated(samples) for samples in episodes])
    return [scored_again(box, miss, episodes if isinstance(miss.fault, Fault) else texts()) for miss in found]
