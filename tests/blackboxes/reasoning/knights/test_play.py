"""The environment: what players read, how they are scored, the interactive form against its optimum."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from boxwright.blackboxes.ceiling import at_least, ceiling
from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import BadOptions
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.knights.play.answers import Reading
from boxwright.blackboxes.reasoning.knights.play.conversation import Asked, IslandConversation, fewest_expected
from boxwright.blackboxes.reasoning.knights.play.environment import QUESTIONS, SAYS, KnightsEntry, KnightsGame
from boxwright.blackboxes.reasoning.knights.play.puzzle import PARTNERS
from boxwright.blackboxes.reasoning.knights.play.questions import best_question
from boxwright.blackboxes.reasoning.knights.play.table import knights_rows
from boxwright.blackboxes.reasoning.knights.puzzles.statements import World, holds
from boxwright.blackboxes.types import Plan, Refusal
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.check import faults_of
from boxwright.harness.episode import Episode, play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher
from tests.blackboxes.reasoning.knights.reference import worlds_of

PLACE = Workspace(SHIPPED, True, None)
GAME = KnightsGame()


def plan(identifier: str, samples: int = 6, turns: int = 20, shots: int = 1, **options: str) -> Plan:
    return Plan(
        turns=GAME.turns(identifier, turns),
        shots=shots,
        samples=samples,
        seed=5,
        options=GAME.read_options(options),
    )


def played(identifier: str, player: str, launcher: Launcher, **given: Any) -> EpisodeRecord:
    opened = load_entry(PLACE, identifier).open(launcher)
    return play(opened, plan(identifier, **given), BuiltinPlayer(player, 1))


@pytest.mark.parametrize("identifier", sorted(SAYS))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_oracle_is_right_and_the_same_seed_gives_the_same_words(
    identifier: str, language: str, launcher: Launcher
) -> None:
    one = played(identifier, "oracle", launcher, language=language, people="2-6", examples="1")
    assert [sample.outcome for sample in one.samples] == ["right"] * 6
    assert one == played(identifier, "oracle", launcher, language=language, people="2-6", examples="1")


@pytest.mark.parametrize("options", [{}, {"language": "zh"}, {"depth": "4", "width": "3"}, {"people": "15"}])
def test_the_solver_reads_the_text_and_is_right(options: dict[str, str], launcher: Launcher) -> None:
    record = played("knights/puzzles", "solver", launcher, samples=4, **options)
    assert [sample.outcome for sample in record.samples] == ["right"] * 4


@pytest.mark.parametrize("identifier", sorted(SAYS))
def test_every_id_passes_its_check(identifier: str, launcher: Launcher) -> None:
    assert list(faults_of(load_entry(PLACE, identifier), launcher)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "open_role",
    [
        *("{one} or {other}", "likely {one}", "{one}?", "maybe {one}", "可能{one}", "{one}或{other}"),
        *("{one} (all flipped)", "{one} / 2", "{one}, reversed", "{one}（颠倒）"),
    ],
)
def test_an_answer_that_leaves_a_role_open_is_asked_for_again(language: str, open_role: str) -> None:
    settings = GAME.read_options({"language": language})
    puzzle = next(iter(GAME.generate(KnightsEntry(GAME, "knights/puzzles"), settings, 1)))
    asked = Asked(load_prompt("players/knights"), plan("knights/puzzles", language=language), settings, puzzle)
    surface, roles = puzzle.surface, puzzle.surface.roles
    said = [(roles.knight if knight else roles.knave).one for knight in puzzle.answer]
    right = asked.read(f"ANSWER: {surface.tongue.answer(surface.people, said)}")
    assert isinstance(right, Reading)
    said[-1] = open_role.format(one=said[-1], other=roles.knave.one if puzzle.answer[-1] else roles.knight.one)
    refused = asked.read(f"ANSWER: {surface.tongue.answer(surface.people, said)}")
    assert isinstance(refused, Refusal)
    assert surface.people[-1] in refused.reason or "two different answers" in refused.reason


def test_a_false_puzzle_is_not_certified() -> None:
    from dataclasses import replace

    entry = KnightsEntry(GAME, "knights/puzzles")
    puzzle = next(iter(GAME.generate(entry, GAME.read_options({}), 1)))
    assert GAME.certify(puzzle) == []
    assert GAME.solve(puzzle) == [list(puzzle.answer)]
    assert worlds_of(puzzle.statements) == [puzzle.answer]
    other = tuple(not role for role in puzzle.answer)
    assert GAME.certify(replace(puzzle, answer=other))
    assert GAME.certify(replace(puzzle, solutions=(other,)))


@pytest.mark.parametrize("kind", PARTNERS)
def test_partners_change_what_their_kind_says(kind: str) -> None:
    entry = KnightsEntry(GAME, "knights/puzzles")
    changed = 0
    for puzzle in islice(GAME.generate(entry, GAME.read_options({}), 1), 12):
        partner = puzzle.partner(kind, 3)
        if partner is None:
            continue
        changed += 1
        assert partner.base == puzzle.id
        assert GAME.certify(partner) == []
        if kind in ("leaf", "statement"):
            assert partner.answer != puzzle.answer
            assert partner.surface == puzzle.surface
        else:
            assert partner.statements == puzzle.statements
            assert partner.text != puzzle.text
    assert changed > 9


def test_a_partner_that_does_not_exist_is_recorded_as_skipped(launcher: Launcher) -> None:
    opened = KnightsEntry(GAME, "knights/puzzles", "leaf").open(launcher)
    record = play(opened, plan("knights/puzzles", samples=40, people="2"), BuiltinPlayer("oracle", 1))
    assert record.skips
    assert len(record.samples) + len(record.skips) == 40
    base = load_entry(PLACE, "knights/puzzles").open(launcher)
    first = play(base, plan("knights/puzzles", samples=40, people="2"), BuiltinPlayer("oracle", 1))
    ids = [sample.question["puzzle"] for sample in first.samples]
    of_partners = {s.chapter: s.question["base"] for s in record.samples}
    assert all(ids[chapter - 1] == base_id for chapter, base_id in of_partners.items())
    assert {skip["base"] for skip in record.skips} == set(ids) - set(of_partners.values())


def island(**options: str) -> IslandConversation:
    opened = KnightsEntry(GAME, QUESTIONS).open(None)  # type: ignore[arg-type]
    conversation = next(iter(opened.conversations(plan(QUESTIONS, **options))))
    assert isinstance(conversation, IslandConversation)
    return conversation


def test_an_islander_answers_by_his_role(launcher: Launcher) -> None:
    opened = KnightsEntry(GAME, QUESTIONS).open(launcher)
    episode = Episode(opened, plan(QUESTIONS, people="3"))
    people = island(people="3").asked.puzzle
    names, truth = people.surface.people, people.answer
    claim = f"{names[0]} is a knight if and only if {names[1]} is a knave"
    before = holds(("<=>", ("telling-truth", 0), ("lying", 1)), truth)
    for who in range(3):
        reply = episode.step(f"ASK: {names[who].upper()} | {claim}?")
        assert reply.startswith(f"{names[who]}: {'yes' if before == truth[who] else 'no'}\n")
    for wrong, said in (
        ("ASK: Nobody | x", "there is nobody here called"),
        (f"ASK: {names[0]} | is {names[1]} nice", "Word it like"),
        (f"ASK: {names[0]}", "Word it like"),
    ):
        assert said.casefold() in episode.step(wrong).casefold()
        episode = Episode(opened, plan(QUESTIONS, people="3"))
    assert "Your reply has no last line" in episode.step("Hm.")


def test_an_answer_ends_the_questions(launcher: Launcher) -> None:
    record = played(QUESTIONS, "oracle", launcher, samples=2)
    assert [shot.detail["questions"] for sample in record.samples for shot in sample.shots] == [0, 0]


@pytest.mark.parametrize("options", [{"people": "2-7"}, {"told": "claims", "people": "3-6"}])
def test_the_solver_needs_no_more_questions_than_the_optimum(options: dict[str, str], launcher: Launcher) -> None:
    record = played(QUESTIONS, "solver", launcher, samples=24, **options)
    details = [sample.shots[0].detail for sample in record.samples]
    assert [sample.outcome for sample in record.samples] == ["right"] * 24
    for detail in details:
        assert abs(detail["questions"] - detail["optimum"]) < 1
        assert detail["left"] == 1
    assert all(detail["questions"] == detail["optimum"] for detail in details if options["people"] == "2-7")


@pytest.mark.parametrize("count", range(1, 40))
def test_the_best_questions_reach_the_optimum(count: int) -> None:
    worlds: list[World] = [tuple(bool(number >> bit & 1) for bit in range(6)) for number in range(count)]

    def asked(left: list[World]) -> int:
        question = best_question(left)
        if question is None:
            return 0
        who, claim = question
        yes = [world for world in left if holds(claim, world) == world[who]]
        no = [world for world in left if world not in yes]
        assert yes
        assert no
        return len(left) + asked(yes) + asked(no)

    assert asked(worlds) / count == pytest.approx(fewest_expected(count))


def test_only_islands_are_explored(launcher: Launcher) -> None:
    assert GAME.turns("knights/puzzles", 10) == 0
    assert GAME.turns(QUESTIONS, 10) == 10
    opened = load_entry(PLACE, "knights/puzzles").open(launcher)
    episode = Episode(opened, Plan(turns=3, shots=1, samples=1, seed=1))
    assert episode.plan.turns == 0
    assert episode.kind == "answer"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"people": "1"}, "a puzzle has 2 to 200 people"),
        ({"people": "8-2"}, "write a range upwards"),
        ({"people": "2-65"}, "at most 64 people"),
        ({"people": "few"}, "people=few"),
        ({"width": "10"}, "width=10"),
        ({"people": "2", "width": "4"}, "write width=3 or less"),
        ({"depth": "1"}, "write depth=2"),
        ({"examples": "2"}, "examples=2"),
        ({"language": "fr"}, "language=fr"),
        ({"colour": "red"}, "no such option"),
    ],
)
def test_bad_options_are_said(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        GAME.read_options(given)


def test_eval_plays_it(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["eval", "--models", "builtin/oracle,builtin/solver", "--boxes", "knights/*", "--samples", "4"]
    assert run([*words, "--knights", "people=2-3", "--out", str(tmp_path / "r")]) == 0
    shown = capsys.readouterr().out
    for identifier in get_environment("knights").ids(PLACE):
        assert identifier in shown
    assert "ceiling without having seen it" in shown


@pytest.mark.parametrize(
    ("box", "options", "said"),
    [
        ("knights/puzzles", ["people=2"], "only 399 of this kind exist"),
        ("knights/puzzles", ["people=2-3"], ""),
        ("knights/questions", ["people=17"], "at most 16 people can be explored"),
        ("knights/undecided", ["people=2", "distribution=strict"], "of this kind exist"),
    ],
)
def test_eval_says_beforehand_what_cannot_be_played(
    box: str, options: list[str], said: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["eval", "--models", "builtin/constant", "--boxes", box, "--samples", "400", "--out", str(tmp_path / "r")]
    for option in options:
        words += ["--knights", option]
    assert run(words) == (1 if said else 0)
    error = capsys.readouterr().err
    if said:
        assert said in error
        assert error.count("\n") == 1
        assert not (tmp_path / "r").exists()


def test_an_example_names_nobody_of_a_puzzle_that_uses_all_names(launcher: Launcher) -> None:
    record = played("knights/puzzles", "solver", launcher, samples=1, people="64", examples="1")
    assert [sample.outcome for sample in record.samples] == ["right"]


@pytest.mark.parametrize("kind", PARTNERS)
def test_a_partner_is_asked_beside_the_example_of_its_base(kind: str) -> None:
    given = plan("knights/puzzles", samples=20, people="20", examples="1")
    entries = (KnightsEntry(GAME, "knights/puzzles"), KnightsEntry(GAME, "knights/puzzles", kind))
    opened = (entry.open(None) for entry in entries)  # type: ignore[arg-type]
    asked = zip(*(one.conversations(given) for one in opened), strict=True)
    examples = [[said.introduction.partition("Now the puzzle")[0] for said in pair] for pair in asked]
    assert all(base == partner for base, partner in examples if partner)


def test_reasoning_that_is_too_long_for_a_reply_is_left_out(launcher: Launcher) -> None:
    record = played("knights/puzzles", "solver", launcher, samples=12, people="40")
    assert [sample.outcome for sample in record.samples] == ["right"] * 12


def test_a_large_island_is_explored_in_the_fewest_questions(launcher: Launcher) -> None:
    record = played(QUESTIONS, "solver", launcher, samples=1, people="12")
    [sample] = record.samples
    assert (sample.outcome, sample.shots[0].detail["questions"]) == ("right", 12)


def test_a_player_that_has_seen_the_drawn_answers_is_above_the_ceiling(launcher: Launcher) -> None:
    seen, honest = (played("knights/undecided", player, launcher, samples=40) for player in ("oracle", "solver"))
    [row] = knights_rows([("m", "knights/undecided", seen)])
    assert row["accuracy"] == 1.0
    assert row["ceiling"] <= 0.5
    assert row["luck"] < 1e-9
    [row] = knights_rows([("m", "knights/undecided", honest)])
    assert row["luck"] > 0.01


def test_the_chance_of_so_many_right_answers_by_hand() -> None:
    assert at_least(0, [0.5, 0.25]) == 1.0
    assert at_least(1, [0.5, 0.25]) == pytest.approx(1 - 0.5 * 0.75)
    assert at_least(2, [0.5, 0.25]) == pytest.approx(0.125)
    assert ceiling([]) is None
    assert ceiling([(2, True), (4, False)]) == (pytest.approx(0.375), pytest.approx(1 - 0.5 * 0.75))
