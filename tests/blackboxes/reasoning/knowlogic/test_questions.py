"""Questions are what they promise: checked by another way of counting, in both languages, for every domain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice, permutations, product
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.knowlogic.domains import HERE, shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import shipped
from boxwright.blackboxes.reasoning.knowlogic.language.describe import phrase
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Unreadable, parse
from boxwright.blackboxes.reasoning.knowlogic.language.render import blank_form, question_text
from boxwright.blackboxes.reasoning.knowlogic.play.environment import certify
from boxwright.blackboxes.reasoning.knowlogic.play.solver import solve_text, solved
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import certificate
from boxwright.blackboxes.reasoning.knowlogic.questions.derive import Derivation, check
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import Wanted, draw
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import measured
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, TYPES, Puzzle, Saying
from boxwright.blackboxes.reasoning.knowlogic.questions.rows import puzzle_of, row_of
from boxwright.blackboxes.reasoning.knowlogic.questions.sets import make_set
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene, whoever
from boxwright.blackboxes.seeds import digest
from boxwright.cli import run

DOMAINS = shipped_keys()
COUNT = 30


def drawn(domain: str, count: int = COUNT, seed: int = 3) -> list[Puzzle]:
    return list(islice(draw(shipped(domain), seed), count))


@pytest.fixture(scope="module", params=DOMAINS)
def puzzles(request: pytest.FixtureRequest) -> list[Puzzle]:
    return drawn(request.param)


def holds(puzzle: Puzzle, atom: Atom, world: Sequence[int]) -> bool:
    """Whether a statement holds in a world: looked up, without sets of worlds."""
    slots = tuple(world[e] if e >= 0 else whoever(e) for e in atom.entities)
    return (slots in puzzle.scene.meanings.extension(atom.relation, atom.entities)) == atom.positive


def letters_by_trying(puzzle: Puzzle, clues: Sequence[Atom]) -> set[str]:
    """Return all answers that some world allows, by trying all worlds; in an open world, what is right in all."""
    found = set()
    wrong = puzzle.question.type == "statement wrong"
    for world in permutations(range(len(puzzle.scene.slots)), len(puzzle.scene.entities)):
        if all(holds(puzzle, clue, world) for clue in clues):
            right = [holds(puzzle, o.atom, world) != wrong for o in puzzle.question.options]
            if puzzle.question.none:
                right.append(not any(right))
            found.add("".join(letter for letter, r in zip(LETTERS, right, strict=False) if r))
    if puzzle.scene.scenario.world == "open":
        return {"".join(letter for letter in LETTERS if all(letter in right for right in found))}
    return found


def test_trying_all_worlds_gives_the_one_answer(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles[:25]:
        assert letters_by_trying(puzzle, [clue.atom for clue in puzzle.clues]) == {puzzle.answer}


def test_every_clue_is_true_where_it_was_drawn(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert all(holds(puzzle, clue.atom, puzzle.hidden) for clue in puzzle.clues)


def test_both_languages_read_back_as_the_same_question(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        scenarios = shipped(puzzle.scene.scenario.domain).scenarios.values()
        for language in ("en", "zh"):
            read = parse(question_text(puzzle, language), scenarios, language)
            assert read.scene.scenario is puzzle.scene.scenario
            assert (read.scene.entities, read.scene.slots) == (puzzle.scene.entities, puzzle.scene.slots)
            assert read.clues == tuple(clue.atom for clue in puzzle.clues)
            assert [o.atom for o in read.question.options] == [o.atom for o in puzzle.question.options]
            assert (read.question.type, read.question.none) == (puzzle.question.type, puzzle.question.none)
            assert solved(read) == puzzle.answer


def test_no_question_is_asked_in_words_that_nobody_would_say() -> None:
    """`Who and Ben are ...?`, a thing asked for by whoever has it, and 是 twice in a row."""
    for key in shipped_keys():
        for scenario in shipped(key).scenarios.values():
            scene = Scene(scenario, (), scenario.slots)
            for relation, asks in product(scenario.relations, ("entity", "slot")):
                english = blank_form(scene, relation, asks, "en")
                stands = (scenario.who if asks == "entity" else scenario.whoever)["en"]
                assert english.startswith((stands, "Which of these ")), english
                assert not english.startswith(f"{stands} and "), english
                assert not (scenario.drawn and asks == "slot" and stands in english), english
            if scenario.described is not None:
                for predicate in things().predicates("zh"):
                    assert not phrase(scene, predicate, "zh").startswith("是"), predicate


def test_certified_and_every_step_of_its_derivation_follows(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert certify(puzzle) == []


def test_a_missing_clue_leaves_the_question_open(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        if not puzzle.features["extra"]:
            for number in range(len(puzzle.clues)):
                fewer = replace(puzzle, clues=puzzle.clues[:number] + puzzle.clues[number + 1 :])
                if puzzle.scene.scenario.world == "open":
                    [less] = certificate(fewer).answers
                    assert set(less) < set(puzzle.answer)
                else:
                    assert len(certificate(fewer).answers) == 2
                    assert any("not determined" in fault for fault in certify(fewer))


def test_a_wrong_answer_and_contradicting_clues_are_not_certified(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles[:20]:
        other = "A" if puzzle.answer != "A" else "B"
        assert any("said to be" in fault for fault in certify(replace(puzzle, answer=other)))
        denied = Saying(puzzle.clues[0].atom.denied())
        assert any(
            "contradict" in fault for fault in certificate(replace(puzzle, clues=(*puzzle.clues, denied))).faults("A")
        )


Where = dict[int, set[tuple[int, ...]]]
Stand = dict[tuple[int, int], set[tuple[int, ...]]]


def rounds_of(puzzle: Puzzle) -> dict[str, int]:
    """Return how many rounds decide each option: the rules as they are told, on sets of tuples."""
    where, stand = read_in(puzzle)
    found: dict[str, int] = {}
    for number in range(1, 64):
        for letter, option in zip(LETTERS, puzzle.question.options, strict=False):
            if letter not in found and decided(puzzle, option.atom, where, stand):
                found[letter] = number + 1
        before = (where, stand)
        where, stand = one_round(puzzle, where, stand)
        if (where, stand) == before:
            break
    return found


def read_in(puzzle: Puzzle) -> tuple[Where, Stand]:
    """Return what the clues say of each entity and each two."""
    meanings = puzzle.scene.meanings
    slots, everybody = range(meanings.size), range(meanings.entities)
    where: Where = {a: {(s,) for s in slots} for a in everybody}
    stand: Stand = {(a, b): set(permutations(slots, 2)) for a, b in permutations(everybody, 2)}
    for atom in (clue.atom for clue in puzzle.clues):
        allowed = set(meanings.extension(atom.relation, atom.entities))
        if len(atom.entities) == 1:
            where[atom.entities[0]] &= allowed if atom.positive else where[atom.entities[0]] - allowed
        elif len(atom.entities) == 2 or atom.positive:
            for i, j in permutations(range(len(atom.entities)), 2):
                two, pairs = (atom.entities[i], atom.entities[j]), {(w[i], w[j]) for w in allowed}
                stand[two] &= pairs if atom.positive else stand[two] - pairs
    return where, stand


def one_round(puzzle: Puzzle, where: Where, stand: Stand) -> tuple[Where, Stand]:
    """Return what follows from what is known in one step of each rule."""
    meanings = puzzle.scene.meanings
    new_where, new_stand = dict(where), dict(stand)
    for a, b in stand:
        new_where[b] = new_where[b] & {(t,) for s, t in stand[a, b] if (s,) in where[a]}
        new_stand[a, b] = new_stand[a, b] & {(s, t) for (s,) in where[a] for (t,) in where[b]}
        for c in set(where) - {a, b}:
            new_stand[a, c] = new_stand[a, c] & {(s, u) for s, t in stand[a, b] for v, u in stand[b, c] if t == v}
    for slot in range(meanings.size) if meanings.entities == meanings.size else ():
        here = [a for a in where if (slot,) in where[a]]
        if len(here) == 1:
            new_where[here[0]] = new_where[here[0]] & {(slot,)}
    return new_where, new_stand


def decided(puzzle: Puzzle, atom: Atom, where: Where, stand: Stand) -> bool:
    """Whether one fact about an option's pair, or the facts about its entities, leave its statement one truth."""
    allowed = set(puzzle.scene.meanings.extension(atom.relation, atom.entities))
    if len(atom.entities) == 2 and min(atom.entities) >= 0:
        left = stand[atom.entities[0], atom.entities[1]]
        if left <= allowed or not left & allowed:
            return True
    sides = [[s for (s,) in where[e]] if e >= 0 else [whoever(e)] for e in atom.entities]
    anybody = min(atom.entities) < 0
    left_here = {w for w in product(*sides) if anybody or len(set(w)) == len(w)}
    return left_here <= allowed or not left_here & allowed


def test_no_derivation_is_shorter(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles[:8]:
        shown = {s.letter: s.length for s in measured(puzzle)[1].steps if s.letter and s.rule == "decide"}
        assert shown == rounds_of(puzzle)


def test_a_length_counts_successive_steps(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        steps = measured(puzzle)[1].steps
        for step in steps:
            if step.rule == "read":
                assert step.length == 1
            elif step.rule not in ("exhaust", "open"):
                assert step.length >= 1 + max((steps[premise].length for premise in step.premises), default=0)


def test_open_and_closed_worlds_are_both_asked() -> None:
    puzzles = drawn("space", 60)
    assert {p.scene.scenario.world for p in puzzles} == {"open", "closed"}
    opened = [p for p in puzzles if p.scene.scenario.world == "open"]
    steps = [s for p in opened for s in measured(p)[1].steps if s.letter]
    assert {s.rule for s in steps} >= {"decide", "open"}
    for puzzle in opened:
        assert puzzle.question.form == "statement"
        assert "given these facts?" in question_text(puzzle, "en")
        assert "一定" in question_text(puzzle, "zh")
        shown = next((s for s in measured(puzzle)[1].steps if s.rule == "open"), None)
        if shown is not None:
            bad = replace(shown, allowed=shown.allowed[::-1])
            assert check(puzzle, Derivation((shown,))) == []
            assert "does not show that option open" in check(puzzle, Derivation((bad,)))[0]


def test_a_wrong_step_is_refuted(puzzles: list[Puzzle]) -> None:
    refuted = 0
    for puzzle in puzzles[:20]:
        steps = list(measured(puzzle)[1].steps)
        for number, step in enumerate(steps):
            if step.letter and step.rule != "open":
                bad = [*steps[:number], replace(step, holds=not step.holds), *steps[number + 1 :]]
                assert check(puzzle, Derivation(tuple(bad)))
                refuted += 1
            elif len(step.allowed) > 1 and step.rule not in ("read", "open"):
                bad = [*steps[:number], replace(step, allowed=step.allowed[:1]), *steps[number + 1 :]]
                refuted += bool(check(puzzle, Derivation(tuple(bad))))
    assert refuted > 40


def test_no_clue_says_a_right_option_by_itself(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        meanings = puzzle.scene.meanings
        for letter, option in zip(LETTERS, puzzle.question.options, strict=False):
            if letter in puzzle.answer and puzzle.question.type != "statement wrong":
                truth = meanings.mask(option.atom)
                assert all(meanings.mask(clue.atom) & ~truth for clue in puzzle.clues)


def test_the_smallest_set_of_clues_is_smallest(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles[:3]:
        size = puzzle.features["core"]
        clues = [clue.atom for clue in puzzle.clues]
        from itertools import combinations

        assert any(letters_by_trying(puzzle, c) == {puzzle.answer} for c in combinations(clues, size))
        assert all(letters_by_trying(puzzle, c) != {puzzle.answer} for c in combinations(clues, size - 1))


def test_a_row_gives_the_question_back(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        scenarios = shipped(puzzle.scene.scenario.domain).scenarios
        again = puzzle_of(row_of(puzzle), scenarios)
        assert again == puzzle
        assert row_of(again) == row_of(puzzle)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_same_seed_gives_the_same_questions(domain: str) -> None:
    assert drawn(domain, 10) == drawn(domain, 10)
    assert drawn(domain, 10) != drawn(domain, 10, seed=4)


@pytest.mark.parametrize("domain", DOMAINS)
def test_levels_and_types_are_drawn_as_asked(domain: str) -> None:
    for level in ("easy", "medium", "hard"):
        assert {p.level for p in islice(draw(shipped(domain), 1, Wanted(level=level)), 4)} == {level}
    for kind in TYPES:
        assert {p.question.type for p in islice(draw(shipped(domain), 1, Wanted(type=kind)), 3)} == {kind}


@pytest.mark.parametrize("domain", DOMAINS)
def test_right_letters_are_balanced_and_no_set_of_letters_is_a_good_guess(domain: str) -> None:
    found = drawn(domain, 200, seed=8)
    letters = Counter(letter for p in found for letter in p.answer)
    shown = Counter(letter for p in found for letter in p.question.letters)
    shares = [letters[letter] / shown[letter] for letter in LETTERS]
    assert max(shares) - min(shares) < 0.2, shares
    assert Counter(p.answer for p in found).most_common(1)[0][1] < 0.35 * len(found)
    assert max(certificate(p).guess for p in found) <= 0.5


def test_a_text_that_is_no_question_is_refused_with_its_sentence() -> None:
    scenarios = shipped("space").scenarios.values()
    text = question_text(drawn("space", 1)[0], "en")
    setting, clues, asked = text.split("\n\n")
    for changed, quoted in (
        ("\n\n".join((setting, "The moon is made of cheese.", asked)), "cheese"),
        ("\n\n".join(("It was a dark and stormy night.", clues, asked)), "stormy"),
        ("\n\n".join((setting, clues, "Why?\nA. Because")), "Because"),
        (setting, "paragraphs"),
        ("", "paragraphs"),
    ):
        with pytest.raises(Unreadable, match=quoted):
            parse(changed, scenarios, "en")


def test_the_solver_says_nothing_where_the_text_leaves_it_open() -> None:
    closed = (p for p in drawn("space") if p.scene.scenario.world == "closed")
    puzzle = next(p for p in closed if not p.features["extra"])
    setting, _, asked = question_text(puzzle, "en").split("\n\n")
    one = question_text(replace(puzzle, clues=puzzle.clues[:1]), "en")
    assert solve_text(one, [puzzle.scene.scenario], "en") is None
    assert setting in one and asked in one


DIGESTS = {
    "mixed": "f723835be3a47d9a66bebc13f2f6a6a5dd1c930edb09554f8cdb1d97e2614d12",
    "nature": "52703c784fa62855e4540d2e6b6885e4ea01142d6599b0f9c38994ee423576f7",
    "social": "3397cdba31f970ce62808952c071414e0997ea5b6b8ede9651e20a6c151bed72",
    "space": "8a15f88996c5a7374097f51da80b2a1fa110177c71939c1c47c562b37d257a72",
    "time": "c61ec4282151dd8ffcde92af5cfc480305ed1194a2ff0636b0748c6bda47ea06",
}
"""SHA-256 of the first questions of seed 1, as lines of a set, the same on every machine and Python version."""


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_set_has_the_same_bytes_everywhere(domain: str) -> None:
    assert digest("\n".join(make_set(HERE / f"{domain}.yaml", 1, 12))) == DIGESTS[domain]


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra `parquet`")
def test_a_set_in_parquet_is_certified_like_one_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["knowlogic", "generate", "--domains", "space", "--count", "3", "--out"]
    for name in ("set.parquet", "set.jsonl"):
        assert run([*words, str(tmp_path / name)]) == 0
        assert run(["knowlogic", "certify", str(tmp_path / name)]) == 0
    said = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines() if "certified," in line]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": None}, "`type`"),
        ({"domain": None}, "there is no domain 'None'"),
        ({"derivation": []}, "its `derivation` is not what its form says"),
        ({"certificate": {}}, "its `certificate` is not what"),
        ({"features": {"steps": 1}}, "its `features` is not what"),
        ({"score": 0}, "its `score` is not what"),
        ({"answer": "ABCD"}, ":1: "),
        ({"form": {}}, "`form.entities`"),
        ({"id": "0123456789abcdef"}, "its `id` is not what"),
        ({"base_id": "0123456789abcdef"}, "its `id` is not what"),
        ({"variant": "clue"}, "its `variant` is not what"),
        ({"variant": "twin"}, "`variant`"),
        ({"level": "hard"}, "its `level` is not what"),
        ({"world": "open"}, "its `world` is not what"),
    ],
)
def test_a_false_field_of_a_question_is_named(
    change: dict[str, object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [line] = make_set(HERE / "space.yaml", 1, 1)
    file = tmp_path / "set.jsonl"
    file.write_text(json.dumps({**json.loads(line), **change}) + "\n", encoding="utf-8")
    assert run(["knowlogic", "certify", str(file)]) == 1
    error = capsys.readouterr().err
    assert f"{file}:1: " in error
    assert said in error
    file.write_text("")
    assert run(["knowlogic", "certify", str(file)]) == 1
    assert "holds no question" in capsys.readouterr().err


def test_a_file_that_is_no_set_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content in (("set.jsonl", b"\xe0\xe0\n"), ("text.jsonl", b'{"id": "\xe0"}\n'), ("set.parquet", b"PAR1")):
        (tmp_path / name).write_bytes(content)
        assert run(["knowlogic", "certify", str(tmp_path / name)]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert name in said or "boxwright[parquet]" in said
