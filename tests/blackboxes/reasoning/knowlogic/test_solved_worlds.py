"""Worlds that are too many to list: SAT says the same as listing does, and a domain that needs it is played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, read_domain, shipped
from boxwright.blackboxes.reasoning.knowlogic.play.asking import fewest
from boxwright.blackboxes.reasoning.knowlogic.play.environment import certify
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import certificate
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import Wanted, attempt_at, draw
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import TYPES, Puzzle, Saying
from boxwright.blackboxes.reasoning.knowlogic.questions.rows import row_of
from boxwright.blackboxes.reasoning.knowlogic.worlds import scene as scenes
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import same, space_of
from boxwright.blackboxes.seeds import derive, stream
from tests.blackboxes.reasoning.knowlogic.test_knowledge_files import SMALL

SLOTS = "".join(f"      - {{key: s{n}, en: seat {n}, zh: {n}号座, at: {n}}}\n" for n in range(4, 15))
LONG = SMALL.replace("    intro:", SLOTS + "    intro:").replace("count: 3", "count: 8")
"""A bench with 8 people on 14 seats: 121,080,960 arrangements."""


@pytest.mark.parametrize("domain", ["space", "mixed"])
def test_sat_says_what_listing_says(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = list(islice(draw(shipped(domain), 5), 6))
    listed = [(certificate(p), row_of(p)) for p in puzzles]
    monkeypatch.setattr(scenes, "space_of", lambda entities, slots: space_of(entities, slots, 0))
    scenes._shared.cache_clear()
    for puzzle, (counted, row) in zip(puzzles, listed, strict=True):
        proof = certificate(puzzle)
        assert not puzzle.scene.meanings.space.listed
        assert (proof.worlds, proof.answers, proof.decided_before) == (
            counted.worlds,
            counted.answers,
            counted.decided_before,
        )
        assert proof.left is None
        assert abs(proof.guess - counted.guess) < 0.07
        assert certify(puzzle) == []
        again = row_of(puzzle)
        assert {name for name in row if again[name] != row[name]} <= {"certificate", "derivation"}
    scenes._shared.cache_clear()


def long_bench(tmp_path: Path) -> Domain:
    path = tmp_path / "bench.yaml"
    path.write_text(LONG, encoding="utf-8")
    return read_domain(path)


def long_puzzles(tmp_path: Path) -> Iterator[Puzzle]:
    [scenario] = long_bench(tmp_path).scenarios.values()
    made = (attempt_at(scenario, derive("long", n), TYPES[n % 6], None, (20, 30)) for n in range(400))
    return (puzzle for puzzle in made if puzzle is not None)


def test_a_scene_of_a_hundred_million_arrangements_is_certified(tmp_path: Path) -> None:
    for puzzle in islice(long_puzzles(tmp_path), 3):
        proof = certificate(puzzle)
        assert (proof.worlds, proof.left, proof.answers) == (121_080_960, None, (puzzle.answer,))
        assert certify(puzzle) == []
        bounds = fewest(puzzle)
        assert bounds.at_least == 1
        assert bounds.at_most is not None
        told = puzzle.clues
        against = type(puzzle)(**{**vars(puzzle), "clues": (*told, Saying(told[0].atom.denied()))})
        assert "contradict" in certificate(against).faults("A")[0]
        without = type(puzzle)(**{**vars(puzzle), "clues": told[:1]})
        assert len(certificate(without).answers) == 2


def test_sets_of_worlds_are_sets() -> None:
    listed, solved = space_of(3, 5), space_of(3, 5, 0)
    rng = stream("sets of worlds")
    for _ in range(30):
        a, b, c = (rng.randrange(3) for _ in range(3))
        s, t, u = (rng.randrange(5) for _ in range(3))
        sets = [space.at[a][s] & ~space.at[b][t] | space.everything & ~space.at[c][u] for space in (listed, solved)]
        worlds = [set(space.worlds_of(one, 60)) for space, one in zip((listed, solved), sets, strict=True)]
        assert worlds[0] == worlds[1]
        assert bool(sets[0]) == bool(sets[1])
        assert same(solved, sets[1], ~~sets[1])
        assert same(solved, sets[1], solved.everything) == (len(worlds[0]) == 60)
    assert solved.worlds_of(solved.first(solved.everything), 5)[1:] == []


def test_wanted_types_that_no_scenario_has_are_refused(tmp_path: Path) -> None:
    from boxwright.blackboxes.reasoning.knowlogic.questions.draw import CannotBeDrawn

    path = tmp_path / "bench.yaml"
    path.write_text(SMALL.replace("world: closed", "world: open").replace("count: 3", "count: 2"), encoding="utf-8")
    with pytest.raises(CannotBeDrawn, match="no slot precise questions"):
        next(draw(read_domain(path), 1, Wanted(type="slot precise")))
