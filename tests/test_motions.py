"""Laws of mechanics that hold whatever the code: energy, momentum, order of the bodies; in references and in boxes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.exams import open_reference
from boxwright.sandbox import Launcher
from tests.reference import REFERENCES

COLLECTION = Workspace(SHIPPED, True, None)
H = 0.01
"""s: the grid of the domains."""
Positions = dict[str, list[float]]
Follow = Callable[[str, float], list[Positions]]


@pytest.fixture(params=["reference", "box"])
def follow(request: pytest.FixtureRequest, launcher: Launcher) -> Iterator[Follow]:
    """Return the positions at every hundredth of a second up to a time."""

    def path(box: Box, last: float) -> list[Positions]:
        times = [[n / 100] for n in range(round(last * 100) + 1)]
        return [reply.unwrap() for reply in box.call_many("blackbox", times)]

    def by_box(identifier: str, last: float) -> list[Positions]:
        if identifier not in COLLECTION.accepted_folders():
            pytest.skip(f"{identifier} is not built yet")
        with load(COLLECTION, identifier).open(launcher) as box:
            return path(box, last)

    def by_reference(identifier: str, last: float) -> list[Positions]:
        description = COLLECTION.description(identifier)
        with open_reference(description, REFERENCES[identifier], launcher) as reference:
            return path(reference.box, last)

    yield by_reference if request.param == "reference" else by_box


def test_the_thread_of_the_conical_pendulum_carries_the_bob(follow: Follow) -> None:
    path = [p["bob"] for p in follow("physics/conical_pendulum", 20)]
    pull = 10 / (5 * math.cos(math.pi / 6))  # horizontal acceleration per metre of distance from the axis
    for before, now, after in zip(path, path[1:], path[2:], strict=False):
        for axis in (0, 1):
            acceleration = (after[axis] - 2 * now[axis] + before[axis]) / H**2
            assert acceleration == pytest.approx(-pull * now[axis], abs=2e-3)


def test_the_double_pendulum_keeps_its_energy(follow: Follow) -> None:
    path = [[*p["bob1"], *p["bob2"]] for p in follow("physics/double_pendulum", 8)]
    start = -30 * math.sqrt(0.5)
    for n in range(2, len(path) - 2):
        stencil = zip(path[n - 2], path[n - 1], path[n + 1], path[n + 2], strict=True)
        speeds = [(a - 8 * b + 8 * c - d) / (12 * H) for a, b, c, d in stencil]
        kinetic = sum(v * v for v in speeds) / 2
        assert kinetic + 10 * (path[n][1] + path[n][4]) == pytest.approx(start, abs=2e-3)


def test_the_bounces_lose_the_same_share_of_energy(follow: Follow) -> None:
    path = [p["ball"][1] for p in follow("physics/freefall_inelastic_collision", 8)]
    begins = 2.0
    for flight in range(1, 8):
        speed = 20 * 0.6**flight
        top = path[round((begins + speed / 10) * 100)]
        assert top == pytest.approx(20 * 0.36**flight, abs=5e-4)
        begins += speed / 5
    assert max(path[math.ceil(begins * 100) :]) <= 1e-9


def test_the_three_balls_keep_order_energy_and_momentum(follow: Follow) -> None:
    path = [[p[f"ball{n}"][0] for n in (1, 2, 3)] for p in follow("physics/three_balls_collision", 20)]
    assert all(-1e-9 <= a <= b + 1e-9 <= c + 2e-9 <= 30 + 4e-9 for a, b, c in path)
    disturbed, last_momentum, wall = 0, None, False
    for here, there in pairwise(path):
        speeds = [(q - p) / H for p, q in zip(here, there, strict=True)]
        energy = sum(m * v * v for m, v in zip((4, 3, 2), speeds, strict=True)) / 2
        momentum = sum(m * v for m, v in zip((4, 3, 2), speeds, strict=True))
        wall = wall or here[0] < 0.1 or here[2] > 29.9
        if energy == pytest.approx(47.5, abs=1e-4):
            assert wall or last_momentum in (None, pytest.approx(momentum, abs=1e-4))
            last_momentum, wall = momentum, False
        else:  # a hit within this hundredth of a second
            disturbed += 1
    assert disturbed <= 18
