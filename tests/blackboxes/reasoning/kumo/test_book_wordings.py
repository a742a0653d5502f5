"""A rule is a rule only in a form that is known: no words of rules in another order pass, in either reader."""

from __future__ import annotations

import re
from itertools import islice, permutations

import pytest

from benchmarks.kumo_books import FORMS
from benchmarks.kumo_wordings import (
    EDITS,
    HARMLESS,
    HARMLESS_CHINESE,
    REVERSED,
    RULES,
    STRICT,
    STRICT_CHINESE,
    STRICT_RULE,
    STRICT_RULE_CHINESE,
    WIDE_WORDS,
    passing_edits,
    passing_in,
    passing_strictly,
    rules,
    strict_book,
    with_pieces,
    with_words,
)
from boxwright.blackboxes.reasoning.kumo.books.claims import DENIES
from boxwright.blackboxes.reasoning.kumo.books.plain_chinese import states_a_rule_in_chinese
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_rules import heads_rules, states_a_rule
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import without_reason
from boxwright.blackboxes.reasoning.kumo.books.plain_words import DENIALS
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book, is_verified
from boxwright.blackboxes.reasoning.kumo.books.vocabulary import CHINESE_WORDS, ENGLISH_WORDS
from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.commands.kumo.domains import named_domain

SIGNS = {"a": "¶", "o": "¤", "t": "§"}


@pytest.fixture(scope="module")
def games() -> list[Instance]:
    names = ("medical", "bread", "weather")
    return [next(iter(generate(named_domain(f"kumo/{name}"), Sizes(4, 6), 1))) for name in names]


def names_of(game: Instance) -> dict[str, str]:
    return next(iter(rules(game)))


def test_no_reversed_wording_is_checked(games: list[Instance]) -> None:
    """Reversed, negated, conditioned, overreaching, inverted: each in place of a right rule."""
    for game in games[:2]:
        assert read_widely(game, FORMS["prose"](game)).checked
        assert passing_in("prose", game, names_of(game), REVERSED) == []


@pytest.mark.parametrize("form", list(EDITS))
def test_no_reversed_edit_is_checked(form: str, games: list[Instance]) -> None:
    assert read_widely(games[0], FORMS[form](games[0])).checked
    assert [edit for game in games for edit in passing_edits(form, game)] == []


@pytest.mark.parametrize(
    "changed", ["≠{}", "!={}", "¬{}", "~{}", "non-{}", "pre-{}", "{}-like", "~~{}~~", "<del>{}</del>"]
)
@pytest.mark.parametrize("part", ["o", "t"])
def test_a_name_that_is_altered_or_struck_out_keeps_a_book_from_agreeing(
    part: str, changed: str, games: list[Instance]
) -> None:
    for game in games:
        right, names = FORMS["prose"](game), names_of(game)
        rule = RULES["prose"].format(**names)
        assert right.count(rule) == 1
        wrong = rule.replace(names[part], changed.format(names[part]))
        assert not read_widely(game, right.replace(rule, wrong)).agrees


def test_a_hedge_as_a_reason_is_not_checked(games: list[Instance]) -> None:
    names, right = names_of(games[0]), FORMS["prose"](games[0])
    for reason, passes in (("because it does not fit it", True), ("meaning it is unlikely", False)):
        said = "If it comes back as {o}, {t} must be excluded, ".format(**names) + f"{reason}."
        assert read_widely(games[0], right.replace(RULES["prose"].format(**names), said)).checked == passes


@pytest.mark.parametrize("mark", ["✗", "❌", "👎", "<!-- not so -->"])
def test_a_mark_beside_a_rule_keeps_a_book_from_agreeing(mark: str, games: list[Instance]) -> None:
    for game in games:
        right, rule = FORMS["prose"](game), RULES["prose"].format(**names_of(game))
        assert not read_widely(game, right.replace(rule, f"{rule} {mark}")).agrees


@pytest.mark.parametrize(
    "said",
    [
        "If it comes back as {o}, then {t} must be excluded.",
        "If it comes back as {o}, {t} is impossible.",
        "If {a} shows {o}, this rules out {t}.",
        "If {o} is seen, exclude {t}.",
        "When you see {o}, you can rule out {t}.",
        "{o}: {t} is ruled out.",
        "{o} rules {t} out.",
        "{o} \u2014 rules out {t}",
        "{t} is ruled out by {o}.",
        "{t} must be crossed off the list if the result is {o}.",
        "With a result of {o}, {t} can therefore be excluded.",
        "A result of {o} is not compatible with {t}.",
        "Observing {o} excludes the possibility of {t}.",
        "{o} result: excluded candidates: {t}",
        "The {a} shows {o}, so {t} is out of the question.",
    ],
)
def test_right_wordings_stay_checked(said: str, games: list[Instance]) -> None:
    game, names = games[0], names_of(games[0])
    right, rule = FORMS["prose"](game), RULES["prose"].format(**names)
    assert right.count(rule) == 1
    assert read_widely(game, right.replace(rule, said.format(**names))).checked


@pytest.mark.parametrize(("chinese", "wordings"), [(False, STRICT), (True, STRICT_CHINESE)])
def test_no_reversed_wording_is_verified(chinese: bool, wordings: tuple[str, ...], games: list[Instance]) -> None:
    read = [game for game in games if is_verified(game, strict_book(game, chinese))]
    assert len(read) > 1
    assert [each for game in read for each in passing_strictly(game, chinese, names_of(game), wordings)] == []


@pytest.mark.parametrize(
    "said",
    [
        "{a} with {o} rules out {t}.",
        "{t} is excluded if {a} shows {o}.",
        "In {a}, an outcome {o} eliminates {t}.",
        "When {a} comes back {o}, {t} can be excluded.",
        "若{a}为{o}，就可以排除{t}。",
        "若{a}的结果为{o}，则{t}被排除。",
        "{a}显示{o}时，将{t}排除。",
    ],
)
def test_right_wordings_stay_verified(said: str, games: list[Instance]) -> None:
    for game in games[:2]:
        text = strict_book(game, False, said, names_of(game))
        assert check_book(game, text) == [] and is_verified(game, text)


def is_rule(said: str) -> bool:
    return states_a_rule(plainly(without_reason(said)))


@pytest.mark.parametrize(
    "rule", [rule for form, rule in RULES.items() if form != "tables"] + [STRICT_RULE, "{t} is ruled out by {o}."]
)
def test_one_more_word_at_any_place_makes_it_no_rule_unless_it_is_harmless(rule: str) -> None:
    """Every word of the vocabularies, and of denial, before, between and behind the words of a rule.

    `not` may give a form of denial, which is read as one.
    """
    rule = re.sub(r"^- ", "", rule)
    assert is_rule(rule.format(**SIGNS))
    made = list(with_words(rule, sorted({*WIDE_WORDS, *ENGLISH_WORDS, *DENIALS} - HARMLESS)))
    passed = [said for _, said in made if is_rule(said.format(**SIGNS))]
    assert [said for said in passed if not DENIES.search(said)] == []
    assert len(passed) <= 1


def test_nor_is_it_in_chinese() -> None:
    signs = {"a": "¶", "o": "¤", "t": "§"}
    assert states_a_rule_in_chinese(STRICT_RULE_CHINESE.format(**signs))
    made = with_pieces(STRICT_RULE_CHINESE, sorted(set(CHINESE_WORDS) - HARMLESS_CHINESE))
    assert [said for _, said in made if states_a_rule_in_chinese(said.format(**signs))] == []


@pytest.mark.parametrize(
    ("rule", "orders"),
    [
        ("excluded when ¶ shows ¤", {"excluded when ¶ shows ¤"}),
        ("when ¤ is seen, § is ruled out", {"when ¤ is seen, § is ruled out", "§ is ruled out when ¤ is seen"}),
        ("¤ result: rules out §", {"¤ result: rules out §", "¤ result: rules § out"}),
    ],
)
def test_the_words_of_a_rule_in_another_order_are_none(rule: str, orders: set[str]) -> None:
    said = {plainly(" ".join(order)) for order in permutations(rule.split())}
    assert {each for each in said if states_a_rule(each)} == orders


@pytest.mark.parametrize(
    "said", ["¤–¤ rules out §", "–¤: rules out §", "/¤/ rules out §", "¤¹ rules out §", "un¤: rules out §"]
)
def test_nothing_clings_to_a_name(said: str) -> None:
    assert is_rule("¤: rules out §") and not is_rule(said)


def test_a_sign_in_the_book_is_no_name(games: list[Instance]) -> None:
    game, names = games[0], names_of(games[0])
    right, rule = FORMS["prose"](game), RULES["prose"].format(**names)
    for sign in "§¤¶‡":
        wrong = right.replace(rule, rule.replace(f"then {names['t']}", f"then {names['t']} and {sign}"))
        assert wrong != right and not read_widely(game, wrong).checked


@pytest.mark.parametrize(
    ("titles", "known"),
    [
        (("outcome", "ruled out"), True),
        (("test result", "excluded conditions"), True),
        (("¶", "rules out"), True),
        (("truth", "excluded outcomes"), False),
        (("outcome", "part ruled out"), False),
        (("outcome", "not ruled out"), False),
        (("excluded", "candidates"), False),
    ],
)
def test_the_head_of_a_table_of_rules_has_a_known_form(titles: tuple[str, ...], known: bool) -> None:
    assert heads_rules(titles) == known


OPENING_TURNED = (
    "Exactly the truths that an outcome is said to rule out below are not ruled out when it is seen. An outcome never"
    " proves a truth.",
    "Exactly the truths that an outcome is said to rule out below are ruled out when it is seen. An outcome always"
    " proves a truth.",
    "An outcome always proves a truth.",
)


@pytest.mark.parametrize("turned", OPENING_TURNED)
def test_no_book_agrees_that_begins_with_a_turned_opening(turned: str, games: list[Instance]) -> None:
    game = games[0]
    by_rule, natural = book_text(game, "template", "en"), FORMS["bullets"](game)
    opening = by_rule.split("\n")[2]
    assert read_widely(game, by_rule).agrees and read_widely(game, natural).agrees
    assert not read_widely(game, by_rule.replace(opening, turned)).agrees
    assert not read_widely(game, f"{turned}\n\n{natural}").agrees


@pytest.mark.parametrize(
    "said", ["Not.", "... not!", "Removed.", "Off.", "Struck out.", "(Crossed out.)", "Impossible!"]
)
def test_a_word_that_takes_a_rule_back_keeps_a_book_from_agreeing(said: str, games: list[Instance]) -> None:
    game, names = games[0], names_of(games[0])
    right, rule = FORMS["bullets"](game), RULES["bullets"].format(**names)
    assert rule in right
    assert not read_widely(game, right.replace(rule, f"{rule} {said}", 1)).agrees
    assert not read_widely(game, right.replace(rule, f"{rule}\n\n{said}\n", 1)).agrees


def test_words_of_rules_in_an_unknown_order_keep_a_book_from_agreeing(games: list[Instance]) -> None:
    """Known words say nothing harmless if their order is none of a rule: the exclusion may be what is excluded."""
    game, names = games[0], names_of(games[0])
    right, rule = FORMS["prose"](game), RULES["prose"].format(**names)
    for said in islice(REVERSED, 1, 5):
        assert not read_widely(game, right.replace(rule, said.format(**names))).agrees
