"""The wide reader: natural books are read, and no planted wrong statement passes as checked."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.kumo_books import FORMS, KINDS, bullets, planted, spoiled
from benchmarks.kumo_denials import FIRST, FOUND, OVERREACHING, SECOND, passing_denials, targets, with_denial
from benchmarks.kumo_remarks import FITTED, FRESH, names_in, passing, with_remark
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book, is_verified
from boxwright.blackboxes.reasoning.kumo.books.wide import WideReport, read_widely, wide_findings
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain


@pytest.fixture(scope="module")
def games() -> list[Instance]:
    return [game for name in ("medical", "bread", "weather") for game in drawn(name, 3)]


def drawn(name: str, count: int) -> list[Instance]:
    return list(islice(generate(named_domain(f"kumo/{name}"), Sizes(4, 6), 1), count))


@pytest.mark.parametrize("form", list(FORMS))
def test_every_rule_of_a_right_book_is_found(form: str, games: list[Instance]) -> None:
    reports = [read_widely(game, FORMS[form](game)) for game in games]
    assert [report.wanted - report.right for report in reports] == [set()] * len(games)
    assert [set(report.found) - report.wanted for report in reports] == [set()] * len(games)


@pytest.mark.parametrize("kind", KINDS)
def test_no_planted_wrong_statement_passes(kind: str, games: list[Instance]) -> None:
    draw, read = random.Random(kind), 0
    for game in games:
        for form in FORMS:
            text = planted(kind, form, game, draw)
            if text is not None and text != FORMS[form](game):
                read += 1
                assert not read_widely(game, text).agrees, text
    assert read > 4


def report_of(game: Instance, sentence: str) -> WideReport:
    text = bullets(game)
    return read_widely(game, text.replace("\n## In closing", f"\n{sentence}\n\n## In closing"))


@pytest.mark.parametrize(
    "sentence",
    [
        "These tests cannot confirm anything; they only help to exclude.",
        "A patient reader rules candidates out one by one.",
        "No outcome proves a candidate.",
    ],
)
def test_general_remarks_are_no_objection(sentence: str, games: list[Instance]) -> None:
    [game] = games[:1]
    assert report_of(game, sentence).unclear == read_widely(game, bullets(game)).unclear


def test_doubt_and_conditions_are_objections(games: list[Instance]) -> None:
    [game] = games[:1]
    text = bullets(game)
    for said in ("Usually rules out", "Rules out, unless it rains,", "Rules out, with one exception,"):
        assert not read_widely(game, text.replace("Rules out", said, 1)).agrees
    assert wide_findings(game, read_widely(game, text.replace("Rules out", "Usually rules out", 1)))


def test_weak_books_are_wrong_and_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["kumo", "generate", "kumo/bread", "--count", "4", "--out", "g.jsonl"]) == 0
    assert run(["kumo", "weak-books", "g.jsonl", "--faults", "2", "--out", "weak.jsonl"]) == 0
    books = [json.loads(line)["knowledge_book"] for line in Path("weak.jsonl").read_text().splitlines()]
    assert all(len(check_book(game, text)) >= 2 for game, text in zip(drawn("bread", 4), books, strict=True))
    assert not any(read_widely(game, text).checked for game, text in zip(drawn("bread", 4), books, strict=True))
    command = ["kumo", "play", "kumo/bread", "g.jsonl", "--models", "builtin/greedy", "--books", "weak.jsonl"]
    assert run([*command, "--out", "results"]) == 0
    assert "books file" in " ".join(capsys.readouterr().out.split())
    assert run(["kumo", "weak-books", "g.jsonl", "--faults", "400", "--out", "no.jsonl"]) == 1
    assert "too many" in capsys.readouterr().err


def test_the_command_keeps_the_two_levels_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, book = tmp_path / "g.jsonl", tmp_path / "book.txt"
    assert run(["kumo", "generate", "kumo/bread", "--keep", "all", "--out", str(games)]) == 0
    [game] = drawn("bread", 1)
    book.write_text(bullets(game))
    assert run(["kumo", "check-book", str(book), str(games)]) == 1
    assert "not verified" in capsys.readouterr().out
    assert run(["kumo", "check-book", str(book), str(games), "--wide"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("0 findings in the book: checked")


@pytest.mark.parametrize(
    ("sentence", "passes"),
    [
        ("The mass is divided by its volume.", True),
        ("The share is given in percent.", True),
        ("The share is given in degrees Celsius.", False),
        ("The reading is divided by its half.", False),
        ("The mass is divided by two.", False),
        ("The observer subtracts one.", False),
    ],
)
def test_a_description_passes_if_it_cannot_change_a_reading(sentence: str, passes: bool) -> None:
    game = drawn("bread", 1)[0]
    action = next(a for a in game.actions if "°C" not in a)
    renamed = {f"{a} (%)" if a == action else a: outcomes for a, outcomes in (game.outcomes or {}).items()}
    game = game.model_copy(update={"outcomes": renamed, "actions": list(renamed)})
    book = bullets(game).replace(f"{action} (%)\nA common test.", f"{action} (%)\n{sentence}")
    assert sentence in book
    assert read_widely(game, book).agrees == passes


WARD = Instance.model_validate(
    {
        "truths": ["Viral Infection", "Fungal Infection", "Leukemia", "Arrhythmia"],
        "actions": ["Blood Count (CBC)", "Sugar Level", "Heart Trace (ECG)"],
        "observations": {"Blood Count (CBC)": "normal", "Sugar Level": 50.0, "Heart Trace (ECG)": "arrhythmia"},
        "seed": 0,
        "valid_truth": "Arrhythmia",
        "outcomes": {
            "Blood Count (CBC)": {
                "type": "str",
                "states": [
                    {"value": "normal", "rules_out": ["Viral Infection", "Fungal Infection", "Leukemia"]},
                    {"value": "sickle_cells", "rules_out": ["Leukemia"]},
                    {"value": "blast_cells", "rules_out": ["Leukemia"]},
                    {"value": "anemia", "rules_out": []},
                ],
            },
            "Sugar Level": {
                "type": "float",
                "states": [
                    {"value": [0, 99], "rules_out": ["Leukemia"]},
                    {"value": [100, 125], "rules_out": ["Leukemia"]},
                    {"value": [126, 500], "rules_out": []},
                ],
            },
            "Heart Trace (ECG)": {
                "type": "str",
                "states": [
                    {"value": "normal", "rules_out": ["Arrhythmia"]},
                    {"value": "arrhythmia", "rules_out": ["Viral Infection"]},
                ],
            },
        },
    }
)
"""Names and outcomes as in the published books: shared last words, a truth that is also an outcome, gaps in ranges."""
WARD_BOOK = """# Handbook of the hospital

The tests below help to rule out these conditions. The Blood Count is commonly used to diagnose Leukemia.

**Test**: **Blood Count (CBC)**

- **Normal findings**: Rules out Viral and Fungal Infections and Leukemia, suggesting that the marrow is quiet.
- **Sickle/Blast Cells**: Leukemia can be ruled out. Such cells indicate another cause of the fatigue.
- **Anemia**: While it points towards a loss of blood, it does not specifically rule out conditions listed here.

### Sugar Level

- {sugar}
- **(126, 500)**: No conditions are ruled out.

### Heart Trace (ECG)

- **Normal**: Arrhythmia is ruled out, because this outcome does not fit it.
- **Arrhythmia**: An irregular rhythm suggests a weak heart and rules out Viral Infection.
"""
PLAIN_WARD_BOOK = """# Handbook of the hospital

The tests below help to rule out these conditions.

**Test**: **Blood Count (CBC)**

- **Normal findings**: Rules out Viral and Fungal Infections and Leukemia.
- **Sickle/Blast Cells**: Leukemia can be ruled out.
- **Anemia**: Does not rule out any conditions.

### Sugar Level

- {sugar}
- **(126, 500)**: No conditions are ruled out.

### Heart Trace (ECG)

- **Normal**: Arrhythmia is ruled out, because this outcome does not fit it.
- **Arrhythmia**: Rules out Viral Infection.
"""
"""The same rules without what outcomes suggest."""
LOW_SUGAR = "**Below 126**: Leukemia is excluded."


@pytest.mark.parametrize(
    "sugar",
    [
        LOW_SUGAR,
        "**0-125**: Rules out Leukemia.",
        "**(0, 99) and (100, 125)**: Ruling out Leukemia.",
        "**100-125 or lower**: Rules out Leukemia.",
    ],
)
def test_the_wordings_of_published_books_are_read(sugar: str) -> None:
    report = read_widely(WARD, WARD_BOOK.format(sugar=sugar))
    assert report.agrees
    assert {finding.kind for finding in wide_findings(WARD, report)} == {"not understood"}
    plain = read_widely(WARD, PLAIN_WARD_BOOK.format(sugar=sugar))
    assert [str(finding) for finding in wide_findings(WARD, plain)] == []
    assert plain.checked


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (LOW_SUGAR, "**Below 120**: Leukemia is excluded."),
        (LOW_SUGAR, "**0-130**: Rules out Leukemia."),
        (LOW_SUGAR, "**0-99 or higher**: Rules out Leukemia."),
        ("**(126, 500)**: No conditions are", "**(120, 500)**: No conditions are"),
        ("**(126, 500)**: No conditions are", "**(126, 500)**: No conditions but the last are"),
        ("**(126, 500)**: No conditions are ruled out.", "**(126, 500)**: It does not rule out nothing."),
        ("**(126, 500)**: No conditions are ruled out.", "**(126, 500)**: It rules out nothing and proves the rest."),
        ("**(126, 500)**: No conditions are ruled out.", "**(126, 500)**: Nothing is ruled out except Arrhythmia."),
        ("Viral and Fungal Infections and Leukemia", "Viral Infections and Leukemia"),
        ("suggesting that the marrow is quiet", "suggesting the condition named last"),
        ("suggesting that the marrow is quiet", "meaning that Arrhythmia is certain"),
        ("indicate another cause of the fatigue", "show that the instrument is broken"),
        ("suggests a weak heart", "may suggest a tired heart"),
        ("suggests a weak heart", "suggests Leukemia"),
        ("help to rule out these conditions", "help to rule out these conditions by their opposite"),
        ("**Normal**: Arrhythmia is ruled out", "**Normal**: Arrhythmia is not ruled out"),
    ],
)
def test_wrong_statements_in_these_wordings_do_not_pass(right: str, wrong: str) -> None:
    book = WARD_BOOK.format(sugar=LOW_SUGAR)
    assert book.count(right) == 1
    assert not read_widely(WARD, book.replace(right, wrong)).agrees


@pytest.mark.parametrize(
    "said",
    [
        "Leukemia is hardly excluded.",
        "Leukemia is seldom ruled out.",
        "Nobody would rule out Leukemia.",
        "Refuse to rule out Leukemia.",
        "Avoid excluding Leukemia.",
        "Leukemia escapes being ruled out.",
        "Too early to rule out Leukemia.",
        "Leukemia was once ruled out.",
        "Leukemia is ruled out by some authors.",
        "Leukemia would have been ruled out.",
        "Everything but Leukemia is ruled out.",
        "Leukemia is ruled out in children.",
    ],
)
def test_a_rule_that_is_only_denied_hedged_or_limited_is_not_found(said: str) -> None:
    report = read_widely(WARD, WARD_BOOK.format(sugar=f"**Below 126**: {said}"))
    assert not report.agrees
    assert len(report.wanted - report.right) == 2  # it covers two ranges


@pytest.mark.parametrize("kind", KINDS)
def test_no_statement_planted_into_a_stored_book_passes(kind: str) -> None:
    book = next((SHIPPED / "blackboxes" / "accepted" / "kumo" / "medical" / "books" / "4-6").iterdir()) / "book.md"
    [game], text, draw = drawn("medical", 1), book.read_text("utf-8"), random.Random(kind)
    assert read_widely(game, text).agrees
    wrong = {spoiled(kind, text, game, draw) for _ in range(5)} - {None, text}
    assert wrong or kind in ("moved bounds", "other units")
    assert not any(read_widely(game, each).agrees for each in wrong if each)


def test_a_verified_book_stays_verified_for_the_wide_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, book = tmp_path / "g.jsonl", tmp_path / "b.jsonl"
    assert run(["kumo", "generate", "kumo/bread", "--keep", "all", "--out", str(games)]) == 0
    assert run(["kumo", "book", str(games), "--out", str(book)]) == 0
    capsys.readouterr()
    for wide in ([], ["--wide"]):
        assert run(["kumo", "check-book", str(book), str(games), *wide]) == 0
        said = capsys.readouterr().out.rstrip()
        assert said.endswith(": verified")
        assert "background" not in said


@pytest.mark.parametrize("wide", [[], ["--wide"]])
def test_a_book_with_background_is_not_verified_and_its_rules_are(
    wide: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stored book, and one with an untrue remark in its opening: the rules are right, and nothing more is said."""
    games, book = tmp_path / "g.jsonl", tmp_path / "book.md"
    assert run(["kumo", "generate", "kumo/medical", "--keep", "all", "--count", "1", "--out", str(games)]) == 0
    stored = Path("blackboxes/accepted/kumo/medical/books/4-6/seed1-1-en/book.md").read_text("utf-8")
    title, rest = stored.split("\n", 1)
    counts = []
    for text in (stored, f"{title}\n\nOwls bring the flu.\n{rest}"):
        book.write_text(text)
        capsys.readouterr()
        assert run(["kumo", "check-book", str(book), str(games), *wide]) == 1
        said, verdict = capsys.readouterr().out.splitlines()
        assert verdict.endswith("0 findings in the book: rules verified, not the background")
        found = re.match(r"(\d+) sentences and titles of background, which no reader judges, from '# A guidebook", said)
        assert found
        counts.append(int(found[1]))
    assert counts[1] == counts[0] + 1


def strictly(game: Instance) -> str:
    """A right book of rules alone, in sentences that the strict reader understands."""
    said = []
    for action, outcomes in (game.outcomes or {}).items():
        said += [f"## {action}", ""]
        for state in outcomes.states:
            shown = state.value if isinstance(state.value, str) else f"between {state.value[0]} and {state.value[1]}"
            shown = f'"{shown}"' if isinstance(state.value, str) else shown
            said.append(f"- The result {shown} rules out {' and '.join(state.rules_out) or 'nothing'}.")
        said.append("")
    return "\n".join(said)


@pytest.mark.parametrize("form", [strictly, partial(book_text, style="template", language="en")])
def test_nothing_wrong_passes_as_verified_wherever_it_stands(form: Callable[[Instance], str]) -> None:
    """Rules alone are verified; with a wrong remark at any blank line, before, between or after the rules, none is."""
    for game in drawn("medical", 2):
        book, names = form(game), names_in(game)
        assert is_verified(game, book) and names
        for remark in (*REMARKS, *FRESH, *FITTED):
            said = remark.format(**names)
            places = [book.replace("\n\n", f"\n\n{said}\n\n", 1), *with_remark(book, said)]
            assert [text for text in places if is_verified(game, text)] == [], said


REMARKS = """
[^1]: For {t}, read the opposite.
*The last line of {a} applies only on Mondays.*
The {a} was dropped: {t} can still be the answer after it.
The days above are weeks.
Readings are rounded up to the next ten.
A reading may be off by ten.
All values are given as a fraction.
Read 35 as 53.
Values over 365 count as 0.
The first rule of every test is void.
Rules of {a} hold only at night.
Results hold for adults only.
Some of these rules were invented to test your attention.
The outcomes of the {a} are often faked.
Never trust {a}.
Tests can be repeated and then give another outcome.
If two outcomes contradict each other, the first one counts.
{t} is never the answer.
The answer is usually {t}.
Begin with {t} as the answer; it is right in most cases.
If you are in doubt, choose {t}.
Most players find that it is {t}.
Experience shows {t} to be right.
The truths named under an outcome are those that remain.
Each list names the truths that stay possible.
The names under each outcome are the candidates.
Lists of truths are complete only for the first test.
Where nothing is listed, all truths fall.
A truth is ruled out for good only if two outcomes say so.
What has been excluded comes back after three further tests.
Exclusions expire after the next test.
Every second exclusion in this book is to be skipped.
We call a truth excluded when it is present.
The excluded truth is the answer.
Pick any excluded one.
Numbers are to be negated.
The columns have been transposed.
The upper bound of every range is ten more than printed.
Ranges overlap by five.
The {a} has no bearing on {t}.
Do not use the {a} against {t}.
{t} is safe whatever the {a} shows.
The same goes for {t}.
- {o}: {t}
""".strip().split("\n")
"""Wrong remarks that state no rule-out, written to find what the readers miss; {o} does not rule out {t}."""


@pytest.fixture(scope="module")
def remarks(games: list[Instance]) -> list[str]:
    states = [(a, s) for a in games[0].actions for s in (games[0].outcomes or {})[a].states if isinstance(s.value, str)]
    action, state = next((a, s) for a, s in states if not s.rules_out)
    return [remark.format(a=action, o=state.value, t=games[0].truths[0]) for remark in REMARKS]


@pytest.mark.parametrize("form", ["bullets", "by_truth", "inconsistent"])
def test_no_remark_that_turns_or_takes_back_rules_passes(form: str, games: list[Instance], remarks: list[str]) -> None:
    right = FORMS[form](games[0])
    assert read_widely(games[0], right).checked
    around = [f"{remark}\n\n{right}" for remark in remarks] + [f"{right}\n\n{remark}" for remark in remarks]
    assert [text for text in around if read_widely(games[0], text).checked] == []


@pytest.mark.parametrize("form", ["tables", "prose"])
def test_no_remark_passes_whoever_wrote_it(form: str, games: list[Instance]) -> None:
    book = FORMS[form](games[0])
    assert read_widely(games[0], book).checked
    assert passing((*FRESH[::3], *FITTED), [(games[0], book)]) == []


def test_a_sentence_that_is_not_understood_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR).replace("\n\n**Test**", "\nMondays are\nfor the brave.\n\n**Test**")
    report = read_widely(WARD, book)
    assert report.agrees and not report.checked
    assert [(one.line, one.words) for one in report.unread] == [(4, ("no form that is known",))]
    (tmp_path / "book.txt").write_text(book)
    (tmp_path / "g.jsonl").write_text(WARD.model_dump_json() + "\n")
    assert run(["kumo", "check-book", str(tmp_path / "book.txt"), str(tmp_path / "g.jsonl"), "--wide"]) == 1
    said = capsys.readouterr().out
    assert "not understood: line 4, no form that is known (in: Mondays are for the brave.)" in said
    assert "1 sentence not understood" in said and said.rstrip().endswith(": agrees, not checked")


@pytest.mark.parametrize(
    ("sentence", "understood"),
    [
        ("This test measures the flow of blood in the heart.", True),
        ("It checks for inflammation.", True),
        ("This guide explains how results help to exclude conditions.", True),
        ("A quick test.", True),
        ("This test is used to measure the acidity of the blood.", True),
        ("This test measures the patience of the reader.", False),
        ("This test is weak.", False),
        ("The level is one over the measured level.", False),
        ("This test measures the flow of blood in adults.", False),
        ("This test measures the lack of blood.", False),
        ("It measures the blood, which is thin.", False),
        ("It checks for lies.", False),
        ("Results help to exclude conditions in children.", False),
        ("| Outcome | Never ruled out |\n|---|---|", False),
        ("~~A note.~~", False),
        ("<!-- Rules out Leukemia -->", False),
    ],
)
def test_descriptions_have_a_few_closed_forms(sentence: str, understood: bool) -> None:
    book = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR).replace("### Sugar Level\n", f"### Sugar Level\n\n{sentence}\n", 1)
    assert read_widely(WARD, book).checked == understood


def test_a_list_of_truths_names_all_of_them() -> None:
    book, names = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR), [f"- {truth}\n" for truth in WARD.truths]
    assert read_widely(WARD, f"## Conditions\n\n{''.join(names)}\n{book}").checked
    assert not read_widely(WARD, f"## Conditions\n\n{''.join(names[1:])}\n{book}").checked


def test_nothing_may_stand_beside_a_templates_opening(games: list[Instance], remarks: list[str]) -> None:
    book = book_text(games[0], "template", "en")
    assert check_book(games[0], book) == []
    assert [remark for remark in remarks if not check_book(games[0], f"{remark}\n\n{book}")] == []


@pytest.mark.parametrize("form", list(FORMS))
def test_no_denial_passes_wherever_it_stands(form: str, games: list[Instance]) -> None:
    """A part of each set, at six places, with a test of which an outcome rules out nothing, and with one without."""
    said = (*FOUND, *FIRST[::4], *SECOND[::4], *OVERREACHING[::3])
    game = next(game for game in games if len(list(targets(game))) == 2)
    assert passing_denials(said, [game], (form,)) == []


@pytest.mark.parametrize("sentence", FOUND[:-1])
def test_what_denies_all_rules_below_the_last_bullet_contradicts_them(sentence: str, games: list[Instance]) -> None:
    for game, names in ((each, names) for each in games for names in targets(each)):
        texts = dict(with_denial("bullets", game, sentence.format(**names), names))
        report = read_widely(game, texts["after the rules"])
        action = game.actions.index(names["a"])
        assert report.contradicted == {s for s in report.wanted if s.action == action}


@pytest.mark.parametrize("sentence", ["None.", "- none", "Rash: none.", "fine red sandpaper: none.", "Rules out none."])
def test_an_outcome_that_is_called_none_is_no_cover_for_a_denial(sentence: str) -> None:
    game = drawn("medical", 3)[2]
    assert "none" in [state.value for state in (game.outcomes or {})["Rash"].states]
    texts = with_denial("bullets", game, sentence, next(iter(targets(game))))
    assert not [place for place, text in texts if read_widely(game, text).checked]


def test_what_denies_all_rules_of_the_book_contradicts_them(games: list[Instance]) -> None:
    for sentence in ("No exclusions.", "No candidates are ruled out.", "The results exclude nothing."):
        for text in (f"{sentence}\n\n{bullets(games[0])}", f"{bullets(games[0])}\n\n{sentence}\n"):
            report = read_widely(games[0], text)
            assert report.contradicted == report.wanted


EMPTY = "**(126, 500)**: No conditions are ruled out."


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ("**(126, 500)**: Rules out nothing.", True),
        ("**(126, 500)**: None", True),
        ("**(126, 500)**: It does not rule out any of the conditions.", False),
        ("**(126, 500)**: Does not rule out any conditions.", True),
        ("If the level is 126 to 500, no conditions are excluded.", True),
        ("With a result of 126 to 500, nothing can be ruled out.", True),
        ("Nothing is ruled out if the test shows 126 to 500.", True),
        ("**(126, 500)**:\n  - No exclusions.", True),
        ("**(126, 500)**:\n  - The test provides no exclusions.", False),
        ("**(126, 500)**:\n  - The results rule out nothing.", False),
        ("**(126, 500)**: Rules out nothing.\n  - No exclusions.", False),
        ("**(126, 500)**: Rules out nothing.\nNo exclusions.", False),
        ("**(126, 500)**: Rules out nothing.\n\nNo exclusions.", False),
        ("**(126, 500)**: Rules out nothing, as do the others.", False),
        ("**(126, 500)**: Rules out nothing.\n  - Fungal Infection remains in this test.", False),
        ("**(126, 500)**: Rules out nothing.\n  - Fungal Infection remains.", True),
        ("**(126, 500)**: May rule out nothing.", False),
    ],
)
def test_that_an_outcome_rules_out_nothing_is_said_once_and_in_a_few_forms(said: str, passes: bool) -> None:
    book = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR)
    assert book.count(EMPTY) == 1 and read_widely(WARD, book).checked
    assert read_widely(WARD, book.replace(EMPTY, said)).checked == passes


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ("**Sickle/Blast Cells**: Leukemia can be ruled out.", True),
        ("**Sickle cells and blast cells**: Leukemia can be ruled out.", True),
        ("**Sickle cells, blast cells and sickle cells**: Leukemia can be ruled out.", False),
        ("Sickle cells and blast cells rule out Leukemia and Leukemia.", False),
        ("**Sickle cells**: Blast cells rule out Leukemia.", False),
        ("All results, also sickle cells and blast cells, rule out Leukemia.", False),
        ("**Sickle/Blast Cells**: Leukemia may be ruled out.", False),
    ],
)
def test_outcomes_of_a_rule_are_named_once_and_in_one_place(said: str, passes: bool) -> None:
    book, right = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR), "**Sickle/Blast Cells**: Leukemia can be ruled out."
    assert book.count(right) == 1
    assert read_widely(WARD, book.replace(right, said)).checked == passes


def test_paragraphs_stand_below_bullets_only_where_they_are_indented_or_the_bullet_is_a_heading() -> None:
    book = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR)
    listed = book.replace("**Test**: **Blood Count (CBC)**", "1. **Blood Count (CBC)**").replace(
        "- **Normal findings**: Rules out Viral", "Normal findings rule out Viral", 1
    )
    assert read_widely(WARD, listed).checked
    below = "- **Anemia**: Does not rule out any conditions."
    assert read_widely(WARD, book.replace(below, "- **Anemia**:\n\n  Does not rule out any conditions.")).checked
    assert read_widely(WARD, book.replace(below, "- **Anemia**:\n\nDoes not rule out any conditions.")).checked


def test_a_table_states_no_rule_in_its_head() -> None:
    book = PLAIN_WARD_BOOK.format(sugar=LOW_SUGAR)
    table = "| Result | Ruled out |\n|---|---|\n| normal | Arrhythmia |\n"
    assert read_widely(WARD, f"{book}\n{table}").checked
    assert not read_widely(WARD, f"{book}\n{table.replace('Result', 'Arrhythmia', 1)}").checked
    assert not read_widely(WARD, f"{book}\n{table.replace('Ruled out', 'Fungal Infection ruled out', 1)}").checked


def _table(kind: str, *states: tuple[object, list[str]]) -> dict[str, object]:
    return {"type": kind, "states": [{"value": value, "rules_out": out} for value, out in states]}


A, B, MOULD, BLIGHT = "Root Rot Type A", "Root Rot Type B", "Leaf Mould", "Blight"
GARDEN = Instance.model_validate(
    {
        "truths": [A, B, MOULD, BLIGHT],
        "actions": ["Soil Culture", "Leaf Look", "Moisture"],
        "observations": {"Soil Culture": "no_growth", "Leaf Look": "white_spots", "Moisture": 15.0},
        "seed": 0,
        "valid_truth": BLIGHT,
        "outcomes": {
            "Soil Culture": _table("str", ("no_growth", [MOULD]), ("fungal_growth", [])),
            "Leaf Look": _table("str", ("clean", [MOULD, BLIGHT]), ("white_spots", [A]), ("dark_spots", [BLIGHT])),
            "Moisture": _table("float", ([0, 10], []), ([10, 20], [A, B]), ([20, 90], [A, B])),
        },
    }
)
"""Names that begin alike, an outcome that is the absence of the other one, and ranges side by side."""
GARDEN_BOOK = f"""# Handbook of plants

### Soil Culture

- No growth: Rules out {MOULD}.
- Fungal growth: Rules out nothing.

### Leaf Look

- Clean: Rules out {MOULD} and {BLIGHT}.
- White spots: Rules out {A}.
- Dark spots: Rules out {BLIGHT}.

### Moisture

- 10 to 90: Rules out {A} and {B}.
- 0 to 10: Rules out nothing.
"""
GROWS, SPOTTED, WET = (
    f"- No growth: Rules out {MOULD}.",
    f"- White spots: Rules out {A}.\n- Dark spots: Rules out {BLIGHT}.",
    f"- 10 to 90: Rules out {A} and {B}.",
)


def in_garden(right: str, said: str) -> WideReport:
    assert GARDEN_BOOK.count(right) == 1 and read_widely(GARDEN, GARDEN_BOOK).checked
    return read_widely(GARDEN, GARDEN_BOOK.replace(right, said))


@pytest.mark.parametrize(
    ("right", "said"),
    [
        (WET, "- 10 to 90: Rules out Root Rot Type A and Type B."),
        (WET, "- 10 to 90: Rules out both Root Rot Type B, and Type A."),
        (WET, "- 10 to 90: Rules out Root Rot Type A and B."),
        (WET, "- 10 to 90: Rules out Root Rot Types A and B."),
        (WET, "- 10 to 90: Rules out Root Rot (Type A and Type B)."),
        (WET, "- Readings from 10 to 20 and 20 to 90 can exclude Root Rot Type A and Type B."),
        (GROWS, f"- If no fungal growth is seen, {MOULD} can be ruled out."),
        (GROWS, f"- No fungal growth: Rules out {MOULD}."),
        (GROWS, f"- The absence of fungal growth excludes {MOULD}."),
        (SPOTTED, f"- White spots rule out {A}, while dark spots rule out {BLIGHT}."),
        (SPOTTED, f"- White spots rule out {A} and dark spots rule out {BLIGHT}."),
        (SPOTTED, f"- {A} is ruled out by white spots, whereas {BLIGHT} is ruled out by dark spots."),
    ],
)
def test_shortened_names_absences_and_two_rules_in_a_sentence_are_read(right: str, said: str) -> None:
    assert in_garden(right, said).checked


@pytest.mark.parametrize(
    ("right", "said"),
    [
        (WET, f"- 10 to 90 indicates that {A} and {B} can be ruled out."),
        (WET, f"- Results between 10 and 20 and above 20 can help rule out {A} and {B}."),
        (GROWS, f"- If fungal growth is not detected, {MOULD} is ruled out."),
    ],
)
def test_these_rules_are_found_though_not_every_word_is_in_the_vocabulary(right: str, said: str) -> None:
    report = in_garden(right, said)
    assert report.agrees and not report.checked


@pytest.mark.parametrize(
    ("right", "said", "invented"),
    [
        (f"- White spots: Rules out {A}.", "- White spots: Rules out Root Rot Type A and Type B.", {B}),
        (f"- White spots: Rules out {A}.", "- White spots: Rules out Root Rot Types A and B.", {B}),
        (f"- White spots: Rules out {A}.", "- White spots: Rules out Root Rot Type A, B and Leaf Mould.", {B, MOULD}),
        (GROWS, f"{GROWS}\n- If fungal growth is seen, {MOULD} is ruled out.", {MOULD}),
        (SPOTTED, f"- White spots rule out {BLIGHT}, while dark spots rule out {A}.", {A, BLIGHT}),
        (SPOTTED, f"- White spots rule out {A} and {BLIGHT} and dark spots rule out {BLIGHT}.", {BLIGHT}),
        (WET, f"- Results from 10 to 20 and below 10 can exclude {A} and {B}.", {A, B}),
    ],
)
def test_what_these_forms_say_wrongly_is_invented(right: str, said: str, invented: set[str]) -> None:
    report = in_garden(right, said)
    assert {GARDEN.truths[key.truth] for key in set(report.found) - report.wanted} == invented


@pytest.mark.parametrize(
    ("right", "said"),
    [
        (WET, "- 10 to 90: Rules out Root Rot Type A and Type C."),
        (WET, f"- 10 to 90 indicates that {MOULD} is there and {A} and {B} are ruled out."),
        (GROWS, f"- If growth is seen, {MOULD} can be ruled out."),
        (GROWS, f"- No fungal growth does not rule out {MOULD}."),
        (SPOTTED, f"- While white spots rule out {A}, dark spots rule out {BLIGHT}."),
        (SPOTTED, f"- White spots rule out {A}, dark spots {BLIGHT}."),
        (SPOTTED, f"- White spots rule out {A}, whereas dark spots may rule out {BLIGHT}."),
        (SPOTTED, f"- White spots rule out {A}, while dark spots do not rule out {BLIGHT}."),
        (SPOTTED, f"- White spots: Rules out {A}.\n- No dark spots rule out {BLIGHT}."),
        (SPOTTED, f"- White spots: Rules out {A}.\n- If no dark spots are seen, {BLIGHT} is ruled out."),
        (SPOTTED, f"- White spots: Rules out {A}.\n- Without dark spots, {BLIGHT} is ruled out."),
        (SPOTTED, f"- White spots: Rules out {A}.\n- If the look is not dark spots, {BLIGHT} is ruled out."),
    ],
)
def test_what_these_forms_do_not_say_is_neither_found_nor_passed(right: str, said: str) -> None:
    report = in_garden(right, said)
    assert not report.checked and report.right < report.wanted
    assert set(report.found) <= report.wanted


@pytest.mark.parametrize(
    ("said", "agrees"),
    [("*Clean* or *dark spots*", True), ("*White spots*", False), ("*No dark spots*", False)],
)
def test_a_heading_in_bold_below_a_bullet_leaves_the_bullet_its_rules(said: str, agrees: bool) -> None:
    """By truth, with the tests as bullets and `Exclusions` in bold below each."""
    book = f"""# Handbook of plants

### Blight

**Tests**:
- **Leaf Look**: This test examines the plants.

  **Exclusions**:
  - If the result is {said}, Blight can be ruled out.

### Other tests
"""
    rest = (
        GARDEN_BOOK.split("\n", 1)[1]
        .replace(f"{MOULD} and {BLIGHT}", MOULD)
        .replace(f"- Dark spots: Rules out {BLIGHT}.\n", "")
    )
    assert read_widely(GARDEN, book + rest).agrees == agrees


@pytest.mark.parametrize(
    "lead",
    [
        "\n**{}**\n",
        "\n**{}.** ",
        "\n**{}** \N{EN DASH} ",
        "\n*{}.* ",
        "\n{}\n",
        "\n{}\n\n",
        "\n2. {}\n\n",
        "\n**2. {}**\n",
    ],
)
def test_an_action_at_the_beginning_of_a_paragraph_is_its_heading(lead: str) -> None:
    """Writers put the name of a test in bold before a sentence, on a line of its own, or in a numbered line."""
    for game in islice(generate(named_domain("kumo/bread"), Sizes(4, 6), 1), 3):
        text = FORMS["bullets"](game)
        for number, action in enumerate(game.actions, 1):
            assert f"\n### {number}. {action}\n" in text
            text = text.replace(f"\n### {number}. {action}\n", lead.format(action))
        assert read_widely(game, text).agrees
        moved = text.replace(lead.format(game.actions[0]), "\n", 1)
        assert not read_widely(game, moved).agrees, "what stands below no name belongs to no action"


def test_a_list_of_actions_is_no_heading() -> None:
    game = next(iter(generate(named_domain("kumo/bread"), Sizes(4, 6), 1)))
    text = FORMS["bullets"](game)
    listed = "\n".join(f"{number}. {action}" for number, action in enumerate(game.actions, 1))
    assert read_widely(game, text.replace("## Tests\n", f"## Tests\n\n{listed}\n")).agrees


def tables_with(game: Instance, heading: str, head: str) -> str:
    """Return a right book of tables with another heading above the last table, and another title of a column in it."""
    right = FORMS["tables"](game)
    *_, other, one = re.findall(r"^## (.*)\n\n\| Outcome \|", right, re.MULTILINE)
    before, after = right.split(f"## {one}\n\n| Outcome |")
    return f"{before}## {heading}\n\n| {head} |{after}".replace("ONE", one).replace("OTHER", other)


def test_a_heading_that_names_several_actions_is_unclear(games: list[Instance]) -> None:
    for game in games:
        assert tables_with(game, "ONE", "Outcome") == FORMS["tables"](game)
        for heading in ("OTHER and ONE", "OTHER; ONE", "Tests: OTHER and ONE", "OTHER: ONE"):
            assert not read_widely(game, tables_with(game, heading, "Outcome")).agrees


def test_a_tables_head_that_names_another_action_than_the_heading_is_unclear(games: list[Instance]) -> None:
    for game in games:
        for head in ("OTHER", "OTHER outcome"):
            assert not read_widely(game, tables_with(game, "ONE", head)).agrees
