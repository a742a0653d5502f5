"""Playing KnowLogic: letters in every form, the builtin players, the options."""

from __future__ import annotations

import json
from itertools import combinations, islice
from pathlib import Path

import pytest

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import BadOptions
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.reasoning.knowlogic.domains import shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import shipped
from boxwright.blackboxes.reasoning.knowlogic.language.render import question_text
from boxwright.blackboxes.reasoning.knowlogic.play.asking import (
    answer_of,
    fewest,
    is_the_question,
    queries,
    query_text,
    read_query,
    told,
)
from boxwright.blackboxes.reasoning.knowlogic.play.environment import certify
from boxwright.blackboxes.reasoning.knowlogic.play.letters import agreement, letters_of, read_letters
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import decides, option_masks
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import draw
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.episode import Episode, play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.settings import SettingRefused
from boxwright.sandbox import Launcher

COLLECTION = Workspace(SHIPPED, True, None)
OPTIONS = {"A": "Alice", "B": "Ben", "C": "The barber's shop", "D": "None of the above"}


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("A", "A"),
        ("AC", "AC"),
        ("CA", "AC"),
        ("ac", "AC"),
        ("A, C", "AC"),
        ("A,C.", "AC"),
        ("A and C", "AC"),
        ("Options A and C", "AC"),
        ("A、C", "AC"),
        ("选A和C", "AC"),
        ("选项A、C。", "AC"),
        ("{A, C}", "AC"),
        ("(A) (C)", "AC"),
        ("\\boxed{AC}", "AC"),
        ("$\\boxed{\\text{AC}}$", "AC"),
        ("**A**, **C**", "AC"),
        ("A; B; D", "ABD"),
        ("A/B", "AB"),
        ("A, A", "A"),
        ("Only D", "D"),
        ("None of the above", "D"),
        ("the barber's shop", "C"),
        ("B. Ben", "B"),
        ("B) Ben.", "B"),
        ("B. Alice", None),
        ("E", None),
        ("AE", None),
        ("", None),
        ("...", None),
        ("none", None),
        ("A or C", None),
        ("not A", None),
        ("Ada", None),
        ("bad cab", None),
        ("bad", None),
        ("all", None),
        ("1, 2", None),
        ("ABCDABCD", None),
    ],
)
def test_letters_are_read_or_refused(text: str, letters: str | None) -> None:
    assert letters_of(text, OPTIONS) == letters


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("ANSWER: AC", "AC"),
        ("\\boxed{A, C}", "AC"),
        ("ANSWER:\nA. Alice\nB. Ben", "AB"),
        ("<think>ANSWER: B</think>\nANSWER: A", "A"),
        ("ANSWER: A or B", None),
        ("答案：AE", None),
        ("I think\n**Answer:** A", "A"),
        ("答案：AC", "AC"),
        ("ANSWER: A\nNo.\nANSWER: B", "B"),
        ("**答案: B**", "B"),
        ("It is A.", "A"),
        ("It is hard.", None),
    ],
)
def test_the_last_marked_line_counts(reply: str, letters: str | None) -> None:
    if letters is not None:
        assert read_letters(reply, OPTIONS, "missing", "refused") == letters
        return
    with pytest.raises(InvalidReply):
        read_letters(reply, OPTIONS, "missing", "refused")


def test_partial_credit_is_f1() -> None:
    assert agreement("AC", "AC") == 1
    assert agreement("A", "AC") == pytest.approx(2 / 3)
    assert agreement("BD", "AC") == 0


@pytest.mark.parametrize("domain", shipped_keys())
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_solver_is_right_from_the_text_and_the_random_player_is_not(
    domain: str, language: str, launcher: Launcher
) -> None:
    entry = load_entry(COLLECTION, f"knowlogic/{domain}")
    options = entry.environment.read_options({"language": language, "examples": "1"})
    plan = Plan(turns=0, shots=1, samples=30, seed=5, options=options)
    with entry.open(launcher) as opened:
        scores = {
            player: play(opened, plan, BuiltinPlayer(player, 1)).samples
            for player in ("oracle", "solver", "random", "constant")
        }
    assert [s.value for s in scores["oracle"]] == [1.0] * 30
    assert [s.value for s in scores["solver"]] == [1.0] * 30
    assert sum(s.value for s in scores["random"]) <= 9
    assert sum(s.value for s in scores["constant"]) <= 15


def test_options_choose_what_is_asked(launcher: Launcher) -> None:
    entry = load_entry(COLLECTION, "knowlogic/space")
    given = {"language": "zh", "level": "hard", "type": "slot vague", "examples": "2"}
    plan = Plan(turns=0, shots=2, samples=2, seed=5, options=entry.environment.read_options(given))
    with entry.open(launcher) as opened:
        episode = Episode(opened, plan)
        assert episode.message.count("ANSWER: ") == 2 + 2  # examples, instructions
        while not episode.done:
            episode.step(episode.baseline.truth())
    assert all(s.question["level"] == "hard" and s.question["type"] == "slot vague" for s in episode.record.samples)
    assert all(s.shots[0].detail["f1"] == 1.0 for s in episode.record.samples)


@pytest.mark.parametrize("given", [{"language": "fr"}, {"level": "0"}, {"examples": "99"}, {"colour": "red"}])
def test_bad_options_are_one_line(given: dict[str, str]) -> None:
    with pytest.raises(BadOptions, match=f"--option knowlogic.{next(iter(given))}"):
        get_environment("knowlogic").read_options(given)


def test_settings_that_make_no_sense_are_refused(launcher: Launcher) -> None:
    with load_entry(COLLECTION, "knowlogic/space").open(launcher) as opened, pytest.raises(SettingRefused):
        Episode(opened, Plan(turns=0, shots=1, samples=1, seed=1, answers="code"))


def test_direct_access_asks_and_judges(launcher: Launcher) -> None:
    with load_entry(COLLECTION, "knowlogic/space").open(launcher) as opened:
        asked = opened.answer({"seed": 1, "question": 2, "language": "zh"})
        assert "哪" in asked["question"] or "谁" in asked["question"] or "什么" in asked["question"]
        verdicts = [
            opened.answer({"seed": 1, "question": 2, "answer": "".join(c)})["right"]
            for c in islice(["A", "B", "C", "D", "AB", "AC", "AD", "BC", "BD", "CD"], 10)
        ]
        assert sum(verdicts) <= 1
        for bad in ({}, {"seed": "x"}, {"seed": 1, "language": "fr"}, {"seed": 1, "question": -1}, 3):
            with pytest.raises(ValueError, match="must be"):
                opened.answer(bad)


@pytest.mark.parametrize("domain", ["space", "nature", "mixed"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_player_without_clues_asks_for_facts(domain: str, language: str, launcher: Launcher) -> None:
    entry = load_entry(COLLECTION, f"knowlogic/{domain}")
    plan = Plan(turns=9, shots=1, samples=3, seed=2, options=entry.environment.read_options({"language": language}))
    with entry.open(launcher) as opened:
        asked = play(opened, plan, BuiltinPlayer("solver", 1))
    for sample in asked.samples:
        detail = sample.shots[0].detail
        assert detail["queries"] == 9
        low, high = detail["fewest_bounds"]
        assert high is None or 1 <= low <= high
        if detail["decided"]:
            assert sample.outcome == "right"
            assert low <= 9
    assert sum(sample.shots[0].detail["decided"] for sample in asked.samples) >= 2
    assert all(turn.value for turn in asked.turns)


def test_queries_read_back_and_the_question_may_not_be_asked(launcher: Launcher) -> None:
    for domain in shipped_keys():
        for puzzle in islice(draw(shipped(domain), 4), 4):
            for language in ("en", "zh"):
                for query in islice(queries(puzzle.scene, puzzle.question), 80):
                    assert read_query(query_text(query, puzzle.scene, language), puzzle.scene, language) == query
                    assert not is_the_question(query, puzzle.question)


def test_answers_to_queries_are_what_trying_all_worlds_gives() -> None:
    puzzle = next(iter(draw(shipped("space"), 6)))
    meanings = puzzle.scene.meanings
    for query in islice(queries(puzzle.scene, puzzle.question), 0, None, 7):
        answer = answer_of(query, puzzle.scene.meanings, puzzle.hidden)
        left = told(query, puzzle.scene.meanings, answer)
        for number, world in enumerate(meanings.space.worlds):
            assert bool(left >> number & 1) == (answer_of(query, puzzle.scene.meanings, world) == answer)


def test_bad_queries_are_refused_with_the_reason(launcher: Launcher) -> None:
    entry = load_entry(COLLECTION, "knowlogic/space")
    plan = Plan(turns=2, shots=1, samples=1, seed=2, options=entry.environment.read_options({}))
    with entry.open(launcher) as opened:
        episode = Episode(opened, plan)
        assert "may not be asked" in episode.message
        assert "QUERY" in episode.step("Who is there?")
        assert "none of the sentences" in episode.step("QUERY: Who let the dogs out?")
        while not episode.done:
            episode.step(episode.baseline.truth())
    assert episode.record.turns[0].refusals == 2


@pytest.mark.parametrize("domain", shipped_keys())
def test_partners_are_certified_and_change_what_they_say_they_change(domain: str) -> None:
    changed = 0
    for puzzle in islice(draw(shipped(domain), 9), 8):
        found = dict(get_environment("knowlogic").perturb(puzzle, 1))  # type: ignore[attr-defined]
        assert {"wording", "order", "language"} <= set(found)
        for kind, other in found.items():
            assert certify(other) == []
            assert (other.base, other.variant) == (puzzle.id, kind)
            if kind == "clue":
                changed += 1
                assert other.answer != puzzle.answer
                assert sum(a != b for a, b in zip(other.clues, puzzle.clues, strict=True)) == 1
            elif kind != "order":
                assert other.answer == puzzle.answer
            if kind == "names":
                assert not set(other.scene.entities) & set(puzzle.scene.entities)
            if kind == "wording":
                assert question_text(other, "en") != question_text(puzzle, "en")
    assert changed >= 4


def test_partners_are_played_for_the_memorization_score(launcher: Launcher) -> None:
    entry = load_entry(COLLECTION, "knowlogic/time")
    plan = Plan(turns=0, shots=1, samples=4, seed=2, options=entry.environment.read_options({}))
    partners = entry.partners(COLLECTION, plan.options)
    assert set(partners) == {"clue", "wording", "order", "names", "language"}
    with entry.open(launcher) as opened:
        bases = [s.question["puzzle"] for s in play(opened, plan, BuiltinPlayer("solver", 1)).samples]
    for kind, partner in partners.items():
        with partner.open(launcher) as opened:
            record = play(opened, plan, BuiltinPlayer("solver", 1))
        assert all(sample.outcome == "right" for sample in record.samples), kind
        assert len(record.samples) + len(record.skips) == 4
        assert {s.question["base"] for s in record.samples} <= set(bases)


def test_figures_are_split_by_level_type_and_language(launcher: Launcher) -> None:
    entry = load_entry(COLLECTION, "knowlogic/space")
    game = entry.environment
    episodes = []
    for turns in (0, 2):
        plan = Plan(turns=turns, shots=1, samples=6, seed=5, options=game.read_options({}))
        with entry.open(launcher) as opened:
            episodes.append(("builtin/oracle", entry.id, play(opened, plan, BuiltinPlayer("oracle", 1))))
    rows = game.rows(episodes)
    for split in ("level", "type", "language", "scenario"):
        own = [row for row in rows if row["by"] == split]
        assert sum(row["samples"] for row in own) == 12
        assert all(row["accuracy"] == row["f1"] == 1.0 for row in own)
    (language,) = [row for row in rows if row["by"] == "language"]
    assert (language["value"], language["queries"]) == ("en", 2.0)
    levels = [row["value"] for row in rows if row["by"] == "level"]
    assert levels == [level for level in ("easy", "medium", "hard") if level in levels]
    tables = game.tables(episodes)
    assert [table.title for table in tables] == [f"knowlogic by {s}" for s in ("level", "type", "language", "scenario")]
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)
    assert not game.tables([])


@pytest.mark.parametrize("domain", ["space", "time", "nature"])
def test_the_fewest_queries_are_what_trying_all_small_sets_gives(domain: str) -> None:
    proved = 0
    for puzzle in islice(draw(shipped(domain), 12), 3):
        best = fewest(puzzle)
        meanings = puzzle.scene.meanings
        masks = option_masks(meanings, puzzle.question)
        left = {
            told(query, puzzle.scene.meanings, answer_of(query, puzzle.scene.meanings, puzzle.hidden))
            for query in queries(puzzle.scene, puzzle.question)
        }
        one = any(decides(masks, mask) for mask in left)
        two = any(decides(masks, a & b) for a, b in combinations(sorted(left), 2))
        smallest = 1 if one else 2 if two else 3
        assert best.at_least <= smallest or smallest == 3
        assert best.at_most is None or best.at_most >= min(smallest, best.at_least)
        if best.at_most == best.at_least:
            proved += 1
            assert best.at_most == smallest or (smallest == 3 and best.at_most >= 3)
    assert proved


def test_memorization_of_a_reasoner_and_of_who_always_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["eval", "--models", "builtin/solver,builtin/constant", "--boxes", "knowlogic/time", "--turns", "0"]
    assert run([*words, "--samples", "8", "--pairs=clue,wording", "--out", str(tmp_path / "r")]) == 0
    capsys.readouterr()
    assert run(["memorization", str(tmp_path / "r"), "--json"]) == 0
    rows = {(row["model"], row["sort"]): row for row in json.loads(capsys.readouterr().out)}
    assert rows["builtin/solver", "clue"]["accuracy"] == 1.0
    assert rows["builtin/solver", "clue"]["limem"] == rows["builtin/solver", "wording"]["limem"] == 0.0
    constant = rows["builtin/constant", "clue"]
    assert constant["difference"] == constant["limem"] == constant["accuracy"] > 0  # other letters are right there
    assert rows["builtin/constant", "wording"]["limem"] == 0.0
