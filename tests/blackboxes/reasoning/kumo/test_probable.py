"""Probabilistic exclusion: probabilities, the certificate, the book, play, and the command."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.books.writer import LANGUAGES, STYLES, book_text
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.kept_rate import kept_rate, with_kept_rate
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import (
    SURE,
    draw,
    likelihood,
    places_of,
    play,
    posterior,
)
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes
from boxwright.cli import run
from tests.blackboxes.reasoning.kumo.test_sampling import colours


def games(count: int, strength: float = 0.9, sizes: Sizes | None = None) -> list[Instance]:
    return list(islice(draw(colours(), sizes or Sizes(4, 10), 1, strength), count))


@pytest.mark.parametrize("states", [(0b01, 0b10, 0b00), (0b11, 0b00), (0b01, 0b01), (0b10, 0b11, 0b01)])
@pytest.mark.parametrize("strength", [0.6, 0.95])
def test_outcomes_have_a_distribution_and_rule_out_as_surely_as_is_said(
    states: tuple[int, ...], strength: float
) -> None:
    for t in range(2):
        chances = [likelihood(states, place, t, strength) for place in range(len(states))]
        assert math.fsum(chances) == pytest.approx(1.0)
        against = [c for c, mask in zip(chances, states, strict=True) if (mask >> t) & 1]
        if 0 < len(against) < len(states):
            assert math.fsum(against) == pytest.approx(1.0 - strength)


def test_every_game_is_certified_and_the_same_again() -> None:
    made = games(20)
    assert made == games(20)
    misleading = 0
    for instance in made:
        rules, places = game_of(instance), places_of(instance)
        [valid] = members(rules.valid)
        assert posterior(rules, 0.9, list(enumerate(places)))[valid] >= SURE
        assert (instance.strength, instance.hash) == (0.9, instance.content_hash())
        misleading += sum((rules.states[a][place] >> valid) & 1 for a, place in enumerate(places))
        for action, seen in (instance.observations or {}).items():
            states = (instance.outcomes or {})[action].states
            matching = [i for i, state in enumerate(states) if state.matches(seen)]
            assert matching == [places[instance.actions.index(action)]]
    assert misleading > 0  # the valid truth is spoken against now and then: exclusion is not certain


def test_belief_holds_where_every_product_of_likelihoods_is_nought() -> None:
    """The least strength that a number can hold, and fifty actions against every truth alike but one."""
    against = (0b001, 0b010, 0b100)
    game = Game(("a", "b", "c"), tuple(map(str, range(60))), tuple([against] * 60))
    seen = [(a, a % 3) for a in range(60)]
    assert posterior(game, 1 - 1e-15, seen) == pytest.approx([1 / 3] * 3)
    assert posterior(game, 1 - 1e-15, seen[:59]) == pytest.approx([0, 0, 1])
    assert posterior(game, 1 - 1e-15, seen[:59], refuted=[0b100]) == pytest.approx([0.5, 0.5, 0])


@given(st.floats(0.51, 0.99), st.lists(st.integers(0, 2), max_size=8), st.booleans())
def test_belief_is_bayes_in_fractions(strength: float, places: list[int], refute: bool) -> None:
    states = ((0b001, 0b110, 0b000), (0b011, 0b100, 0b101))
    game = Game(("a", "b", "c"), tuple("12345678"), tuple(states[a % 2] for a in range(8)))
    q, weights = Fraction(strength), [Fraction(1)] * 3
    for a, place in enumerate(places):
        for t in range(3):
            kinds = [(mask >> t) & 1 for mask in game.states[a]]
            share = Fraction(1) if len(set(kinds)) == 1 else 1 - q if kinds[place] else q
            weights[t] *= share / kinds.count(kinds[place])
    weights[0] *= not refute
    found = posterior(game, strength, list(enumerate(places)), refuted=[1] if refute else [])
    assert found == pytest.approx([float(weight / sum(weights)) for weight in weights])


def test_with_strength_near_one_what_is_ruled_out_falls() -> None:
    (instance,) = games(1, 0.999999)
    rules, places = game_of(instance), places_of(instance)
    belief = posterior(rules, 0.999999, list(enumerate(places)))
    for t in range(len(rules.truths)):
        if any((rules.states[a][place] >> t) & 1 for a, place in enumerate(places)):
            assert belief[t] < 1e-4


def test_play_by_bayes_is_right_about_as_often_as_it_is_sure() -> None:
    made = games(150)
    sure, hasty = [play(game) for game in made], [play(game, 0.6) for game in made]
    assert sum(p.right for p in sure) / len(sure) > 0.85
    assert sum(p.actions for p in hasty) < sum(p.actions for p in sure)
    assert all(p.actions <= 10 for p in sure)


def test_the_book_states_the_probability_in_both_languages() -> None:
    (instance,) = games(1)
    assert "with a probability of 90 %" in book_text(instance)
    assert "概率为90%" in book_text(instance, language="zh")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_books_pass_the_checker_and_not_without_their_opening(style: str, language: str) -> None:
    (instance,) = games(1)
    text = book_text(instance, style, language)
    assert check_book(instance, text) == []
    [finding] = check_book(instance, book_text(instance.model_copy(update={"strength": None}), style, language))
    assert "does not begin" in str(finding)
    assert check_book(instance.model_copy(update={"strength": 0.8}), text)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    domain, out = tmp_path / "colours.json", tmp_path / "games.jsonl"
    domain.write_text(colours().model_dump_json())
    wanted = ["kumo", "probabilistic", str(domain), "--actions", "10", "--count", "5", "--out", str(out)]
    assert run(wanted) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [set(row["observations"]) == set(row["actions"]) for row in rows] == [True] * 5
    assert "mean actions" in capsys.readouterr().out
    assert "90%" in out.with_suffix(".svg").read_text()
    for strength in ("0.5", "1", "7"):
        assert run([*wanted[:-1], str(tmp_path / "no"), "--strength", strength]) == 1
        assert "must lie between 0.5 and 1" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_too_few_actions_for_the_strength_are_refused() -> None:
    with pytest.raises(CannotBeMade, match="ask for more actions"):
        games(1, 0.55, Sizes(4, 4))


def test_the_rate_of_books_is_that_of_many_other_games() -> None:
    """It is near that of 300 games drawn otherwise."""
    share = kept_rate(colours(), Sizes(4, 10), 0.9)
    assert share == kept_rate(colours(), Sizes(4, 10), 0.9)
    counted = Counter[bool]()
    for instance in games(300):
        valid = instance.valid[0]
        for action in instance.actions:
            states = (instance.outcomes or {})[action].states
            out = [valid in state.rules_out for state in states]
            if len(set(out)) == 2:
                shown = (instance.observations or {})[action]
                counted[next(o for state, o in zip(states, out, strict=True) if state.matches(shown))] += 1
    assert share == pytest.approx(counted[True] / counted.total(), abs=0.02)
    assert share is not None and 0 < share < 0.1


def test_books_tell_the_rate_that_is_left_after_certification() -> None:
    (kept,) = with_kept_rate(iter(games(1)), 0.047)
    assert kept.against == 0.047
    for language in ("en", "zh"):
        text = book_text(kept, "template", language)
        assert "4.7" in text.split("\n## ")[0]
        assert check_book(kept, text) == []
        assert check_book(kept.model_copy(update={"against": 0.1}), text) != []
    assert kept.hash == kept.content_hash()
    assert list(with_kept_rate(iter(games(1)), None)) == games(1)


def test_a_file_of_one_game_tells_the_rate_of_its_kind(tmp_path: Path) -> None:
    domain, told = tmp_path / "colours.json", set[float]()
    domain.write_text(colours().model_dump_json())
    for seed, count in (("1", "1"), ("2", "1"), ("1", "3")):
        out = tmp_path / f"{seed}-{count}.jsonl"
        wanted = ["kumo", "probabilistic", str(domain), "--actions", "10", "--count", count, "--seed", seed]
        assert run([*wanted, "--out", str(out)]) == 0
        told |= {json.loads(line)["against"] for line in out.read_text().splitlines()}
    assert told == {kept_rate(colours(), Sizes(4, 10), 0.9)}
