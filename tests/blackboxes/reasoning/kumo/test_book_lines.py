"""Lines and headings beside right rules: what denies, weakens or says more is found, what is harmless is not."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.books.reader import check_book, is_verified
from boxwright.blackboxes.reasoning.kumo.books.vocabulary import unknown_words
from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text, symbolic_book, template_book
from boxwright.blackboxes.reasoning.kumo.domain.model import Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance


def birds() -> Instance:
    """Two actions with words and one with numbers; one outcome rules out nothing."""
    tables: dict[str, list[tuple[str | list[float], list[str]]]] = {
        "call": [("quack", ["coot", "swan"]), ("hiss", ["mallard", "teal"])],
        "weight": [([0, 5], ["swan"]), ([5, 20], ["teal"])],
        "note": [("x", ["mallard"]), ("y", [])],
    }
    outcomes = {
        action: Outcomes(
            type="str" if isinstance(states[0][0], str) else "float",
            states=[OutcomeState(value=value, rules_out=out) for value, out in states],
        )
        for action, states in tables.items()
    }
    return Instance(truths=["mallard", "coot", "teal", "swan"], actions=list(tables), outcomes=outcomes)


LINES = [line for line in template_book(birds(), "en").split("\n") if line.startswith("If ")]
CHINESE_LINES = [line for line in template_book(birds(), "zh").split("\n") if line.startswith("若")]


@pytest.mark.parametrize(
    "line",
    [
        *(
            f'If "call" shows "quack", this {verb} "coot" and "swan".'
            for verb in (
                "does not rule out",
                "is too weak to rule out",
                "would be too weak to rule out",
                "is insufficient to rule out",
                "is far from ruling out",
                "refuses to exclude",
                "arguably rules out",
                "is thought to rule out",
                "can rule out",
                "is reported to rule out",
                "rules out either",
                "rules out one of",
                "rules out 1 of",
                "neither rules out",
            )
        ),
        'If "call" shows "quack", one is unable to rule out "coot" and "swan".',
        'If "call" shows "quack", on occasion this rules out "coot" and "swan".',
        'If "call" shows "quack", this rules out "coot" or "swan".',
        'If "call" shows "quack", this rules out "coot"/"swan".',
        'If "call" shows "quack", this rules out either "coot" or "swan".',
        'If "call" shows "quack", this rules out "coot" and "swan", in winter.',
        'If "call" shows "quack" and it is raining, this rules out "coot" and "swan".',
        'If "call" shows "quack" and weight is heavy, this rules out "coot" and "swan".',
        'Some claim that if "call" shows "quack", this rules out "coot" and "swan".',
        'If "call" shows anything different from "quack", this rules out "coot" and "swan".',
        'If "call" shows something other than "quack", this rules out "coot" and "swan".',
        'If "call" lacks "quack", this rules out "coot" and "swan".',
        'The absence of "quack" on "call" rules out "coot" and "swan".',
        'If this rules out "coot" and "swan", "call" shows "quack".',
        'Nothing but "quack" with "call" rules out "coot" and "swan".',
        '~~If "call" shows "quack", this rules out "coot" and "swan".~~',
        '<!-- If "call" shows "quack", this rules out "coot" and "swan". -->',
        '若"call"的结果为"quack"，则排除"coot"或"swan"。',
        '若"call"的结果不是"quack"，则排除"coot"和"swan"。',
        '若"call"的结果非"quack"，则排除"coot"和"swan"。',
        '若"call"的结果为"quack"，则据说排除"coot"和"swan"。',
        '若"call"的结果为"quack"，则难以排除"coot"和"swan"。',
    ],
)
def test_a_line_that_denies_or_weakens_the_table_is_found(line: str) -> None:
    kinds = {finding.kind for finding in check_book(birds(), "\n".join([line, *LINES[1:]]))}
    assert kinds & {"missing", "negated"}
    assert kinds & {"ambiguous", "negated"}


def test_a_range_is_what_lies_within() -> None:
    outside = LINES[2].replace("from 0 to 5", "outside 0 to 5")
    found = check_book(birds(), "\n".join([*LINES[:2], outside, *LINES[3:]]))
    assert [finding.kind for finding in found] == ["missing", "ambiguous"]
    assert "'outside'" in str(found[1])


@pytest.mark.parametrize("headed", [False, True])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize(
    "line",
    [
        "A hiss confirms teal.",
        "When the call is a quack, only teal remains.",
        "When the call is a quack, teal alone is left.",
        "This test confirms swan.",
        "The rules above hold for quack only.",
        "The rules in this book are wrong, except for the first.",
        "Ignore everything above; the opposite holds.",
        "**A hiss confirms teal.**",
        "# If call shows quack, this rules out teal",
        "听到quack时只剩teal。",
    ],
)
def test_a_line_beside_a_right_book_is_found(line: str, first: bool, headed: bool) -> None:
    text = template_book(birds()) if headed else "\n\n".join(LINES)
    assert check_book(birds(), text) == []
    assert check_book(birds(), f"{line}\n\n{text}" if first else f"{text}\n\n{line}\n")


@pytest.mark.parametrize("heading", ["", "# Advice\n\n"])
@pytest.mark.parametrize(
    "line",
    [
        "Quack means teal.",
        "Only teal hisses.",
        "But not always.",
        "In winter only.",
        "Take quack for hiss and hiss for quack.",
        "What the call tells was revoked in spring.",
        "It needs two listeners.",
        "Young birds are no part of this.",
        "以上规则对幼鸟无效。",
        "请把叫声反过来读。",
    ],
)
def test_a_line_behind_the_rules_is_found(line: str, heading: str) -> None:
    assert check_book(birds(), "\n".join(LINES) + f"\n{line}\n")
    assert check_book(birds(), template_book(birds()) + f"\n{heading}{line}\n")


@pytest.mark.parametrize(
    "heading", ["## Not call", "## call, read inversely", "## ~~call~~", "## call?", "## 0 % call"]
)
def test_an_action_heading_that_says_more_is_found(heading: str) -> None:
    [finding] = check_book(birds(), template_book(birds()).replace("## call", heading))
    assert "write just the name" in finding.message


@pytest.mark.parametrize(
    "heading",
    ["## Errors about call", "# Sayings of old", "# Swap quack and hiss", "**Read it backwards.**", "# teal it is"],
)
def test_a_heading_behind_rules_is_an_action_or_plain(heading: str) -> None:
    text = template_book(birds())
    for place in ("## weight", "## note"):
        assert check_book(birds(), text.replace(place, f"{heading}\n\n{place}"))
    assert check_book(birds(), f"{text}\n{heading}\n")
    assert check_book(birds(), text.replace("## weight", "# Part II: measurements\n\n## weight")) == []


@pytest.mark.parametrize(
    "line",
    [
        '## "All of it the other way round"',
        'call: "take all of it the other way round"',
        "## 「以上全反」",
        "## What the test shows: teal",
        '## The result of call: "quack"',
        "**call**: teal",
        "call teal",
        "## teal",
        '## "quack"',
        "## call and weight",
        "↑ ✗",
        "call ≠ ❌",
        "## call\n\nRead each line for its neighbour.",
        '## call\n\n"Swan it is."',
        "## N o t   t h e   r u l e s",
    ],
)
def test_no_heading_or_sign_behind_rules_says_more(line: str) -> None:
    text = template_book(birds())
    assert check_book(birds(), text.replace("## note", f"{line}\n\n## note"))
    assert check_book(birds(), f"{text}\n{line}\n")
    assert check_book(birds(), f"{text}\n---\n\n## call\n\n***\n") == []


@pytest.mark.parametrize("words", ["reading ", "x. ", "a. ", "一", "1. "])
def test_long_headings_are_read_in_no_time(words: str) -> None:
    assert check_book(birds(), f"{template_book(birds())}\n## {words * 2_000}!\n")


@pytest.mark.parametrize(
    "clause",
    [
        "; but call and weight are not to be trusted.",
        "; but swap call with weight for this.",
        "; but this is a lie.",
        "; but call lies.",
        "; but the truth remains teal.",
        "; yet the truth is still teal.",
        "; this leaves the truth teal.",
    ],
)
def test_no_clause_of_a_rule_says_more(clause: str) -> None:
    assert check_book(birds(), template_book(birds()).replace(LINES[0], LINES[0].rstrip(".") + clause))


@pytest.mark.parametrize("said", ["the truth remains teal", "the result is still teal", "this leaves the answer teal"])
def test_what_remains_is_not_the_truth(said: str) -> None:
    assert any(
        f.kind == "confirmed"
        for f in check_book(birds(), f'{template_book(birds())}\nIf "call" shows "quack", {said}.\n')
    )
    chinese = f"{template_book(birds(), 'zh')}\n若「call」的结果为「quack」，则真相仍为「teal」。\n"
    assert any(f.kind == "confirmed" for f in check_book(birds(), chinese))


def test_an_actions_rules_close_its_section_wherever_they_stand() -> None:
    text = "\n\n".join(LINES)
    assert check_book(birds(), f"{text}\n\n## call\n\nExchange the two of them.\n\n{LINES[0]}\n")


@pytest.mark.parametrize("sign", ["\ue000", "\uf8fd", "\uf8fe", "\uf8fe0", "\uf8ff"])
def test_signs_that_the_reader_uses_itself_are_read_as_blanks(sign: str) -> None:
    text = template_book(birds())
    [finding] = check_book(birds(), f"{text}\n{sign} Read all of it backwards.\n")
    assert "stands behind rules" in finding.message
    assert check_book(birds(), f"{text}\n{sign.rstrip('0')}\n") == []


def test_brackets_and_drawn_lines_say_nothing() -> None:
    text = template_book(birds())
    assert check_book(birds(), text.replace(LINES[0], f"({LINES[0]})").replace("## weight", "———\n\n## weight")) == []
    assert check_book(birds(), text.replace(LINES[0], f"~~\n{LINES[0]}\n~~"))


def test_background_stands_between_an_actions_heading_and_its_rules() -> None:
    text = template_book(birds())
    for action in birds().actions:
        said = text.replace(f"## {action}\n", f"## {action}\n\nThe listener writes down what comes.\n")
        assert check_book(birds(), said) == []
        assert check_book(birds(), said.replace("what comes", 'what "comes"'))


@pytest.mark.parametrize(
    ("found", "instead", "words"),
    [
        ('"rules_out"', '"note": "inverted", "rules_out"', "nothing else"),
        ('"rules_out"', '"rules_out": {}, "rules_out"', "appears twice"),
        ('["mallard"', '["crow"', "not those of the instance"),
        ('"rules_out": {', '"rules_out": {"read it inversely": {},', "no action of this instance"),
    ],
)
def test_a_symbolic_book_holds_the_table_and_nothing_else(found: str, instead: str, words: str) -> None:
    text = symbolic_book(birds())
    assert check_book(birds(), text) == []
    findings = check_book(birds(), text.replace(found, instead, 1))
    assert [finding.kind for finding in findings] == ["ambiguous"]
    assert words in findings[0].message


@pytest.mark.parametrize("title", ["# Ruling out, never confirming", "# 非侵入性检查", "# Error-free identification"])
def test_titles_say_what_they_like_in_prose_and_a_template_has_none(title: str) -> None:
    text = template_book(birds())
    in_prose = f"{title}\n\n{text}".replace(f"{LINES[0]}\n", f"The listener writes down what comes.\n\n{LINES[0]}\n")
    assert in_prose.count("listener") == 1
    assert check_book(birds(), in_prose) == []
    [finding] = check_book(birds(), f"{title}\n\n{text}")
    assert "word for word" in finding.message


@pytest.mark.parametrize(
    "heading",
    [
        "## 1. call",
        "## Action: call",
        "**call**",
        "## The call test",
        "## Step 2 - call",
        "## I. call",
        "## call results",
        "## 一、call",
        "## （一）call",
        "## 行动一：call",
        "## 第一项：call",
    ],
)
def test_a_heading_may_number_its_action(heading: str) -> None:
    text = f'{heading}\n\nA "quack" rules out "coot" and "swan". A "hiss" rules out "mallard" and "teal".\n\n'
    found = check_book(birds(), text)
    assert {finding.kind for finding in found} == {"missing"}
    assert not any("'call'" in finding.message for finding in found)


@pytest.mark.parametrize(
    "said",
    [
        "does not rule out any truth",
        "rules out nothing",
        "rules out no truths",
        "excludes nothing",
        "does not exclude anything",
    ],
)
def test_that_nothing_is_ruled_out_may_be_said_in_several_ways(said: str) -> None:
    text = template_book(birds())
    idle = next(line for line in text.split("\n") if '"y"' in line)
    assert check_book(birds(), text.replace(idle, f'A "y" {said}.')) == []
    wrong = next(line for line in text.split("\n") if '"x"' in line)
    assert check_book(birds(), text.replace(wrong, f'An "x" {said}.'))


@pytest.mark.parametrize("said", ["无法排除任何真相", "未排除任何真相", "没有真相被排除", "不能排除任何真相"])
def test_chinese_says_so_too(said: str) -> None:
    text = template_book(birds(), "zh")
    idle = next(line for line in text.split("\n") if "y" in line)
    assert check_book(birds(), text.replace(idle, f"若结果为「y」，则{said}。")) == []
    wrong = next(line for line in text.split("\n") if "x" in line)
    assert check_book(birds(), text.replace(wrong, f"若结果为「x」，则{said}。"))


def test_a_certain_book_does_not_begin_as_an_uncertain_one() -> None:
    said = book_text(birds().model_copy(update={"strength": 0.6}))
    assert any("exclusion is only probable" in str(finding) for finding in check_book(birds(), said))


def test_a_sentence_that_names_an_outcome_and_rules_out_nothing_is_found() -> None:
    text = template_book(birds()).replace("## call\n", '## call\n\nRead "quack" with care.\n')
    [finding] = check_book(birds(), text)
    assert "names an outcome, but not what it rules out" in finding.message


@pytest.mark.parametrize(
    "line",
    [
        "A teal is a small duck of shallow lakes; it winters in the south.",
        "No outcome confirms teal or any other bird.",
        "An outcome never proves a truth; it only rules some out.",
        "The listener stands at the shore, except in storms, and hears the call only once.",
        "The rules above are short.",
    ],
)
def test_an_introduction_is_no_finding(line: str) -> None:
    text = template_book(birds())
    idle = next(line for line in text.split("\n") if '"y"' in line)
    assert check_book(birds(), f"{line}\n\n" + text.replace(idle, 'A "y" rules out nothing.')) == []
    assert check_book(birds(), f"{line}\n\n{text}"), "nothing stands beside the opening of a book by rule alone"


ENGLISH_DOUBTS = """
not never no nor neither hardly barely scarcely rarely seldom sometimes often usually perhaps maybe possibly
probably likely unlikely arguably supposedly allegedly reportedly apparently presumably seemingly partly almost
nearly either or unless except without only alone elsewhere otherwise outside beyond lacks falsely wrongly
occasionally generally typically mainly mostly ostensibly purportedly doubtfully conceivably might may could should
would can't doesn't isn't pretends refuses fails ceases forbids seems claims suggests one some most few
"""
CHINESE_DOUBTS = """
不 未 非 无 没有 或 或者 据说 也许 可能 大概 通常 有时 似乎 难以 未必 除非 仅 只 不足以 几乎 部分 应该
"""


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_any_word_of_denial_or_doubt_in_a_template_line_is_found(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(LINES) - 1))
    words = LINES[place].split(" ")
    word = data.draw(st.sampled_from(ENGLISH_DOUBTS.split()))
    words.insert(data.draw(st.integers(0, len(words) - 1)), word)
    assert check_book(birds(), "\n".join([*LINES[:place], " ".join(words), *LINES[place + 1 :]]))


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_any_chinese_word_of_denial_or_doubt_in_a_template_line_is_found(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(CHINESE_LINES) - 1))
    line, word = CHINESE_LINES[place], data.draw(st.sampled_from(CHINESE_DOUBTS.split()))
    free = [at for at in range(len(line)) if line[:at].count("「") == line[:at].count("」")]
    at = data.draw(st.sampled_from(free))
    changed_line = line[:at] + word + line[at:]
    assert check_book(birds(), "\n".join([*CHINESE_LINES[:place], changed_line, *CHINESE_LINES[place + 1 :]]))


@settings(deadline=None)
@given(st.sampled_from(["en", "zh"]), st.text("abcdefghijklmnopqrstuvwxyz", min_size=9, max_size=14))
def test_a_word_that_nobody_knows_is_named(language: str, word: str) -> None:
    assume(unknown_words(word))
    lines = LINES if language == "en" else CHINESE_LINES
    mark = "rules out" if language == "en" else "排除"
    found = check_book(birds(), "\n".join([lines[0].replace(mark, f" {word} {mark}"), *lines[1:]]))
    assert word in " ".join(str(finding) for finding in found if finding.kind == "ambiguous")


@pytest.mark.parametrize("style", ["template", "long"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_template_s_opening_is_compared_word_for_word(style: str, language: str) -> None:
    book = book_text(birds(), style, language)
    assert check_book(birds(), book) == []
    opening = book.split("\n## ")[0].strip().split("\n")
    changed = {
        "en": "Exactly the truths that an outcome is said to rule out below stay possible. Any outcome proves a truth.",
        "zh": "看到某个结果时，下文写明由它排除的真相仍然可能。任何结果都能证明某个真相成立。",
    }[language]
    for said in (changed, opening[-1][:-1]):
        found = check_book(birds(), book.replace(opening[-1], said))
        assert [finding.kind for finding in found] == ["ambiguous"]
        assert "opening is not as it is" in str(found[0])
    beside = check_book(birds(), book.replace(opening[-1], f"{opening[-1]}\n{changed}"))
    assert [finding.sentence for finding in beside] == [changed]
    assert check_book(birds(), book.replace("\n".join(opening), "")) == []  # its rules stand for themselves


@pytest.mark.parametrize("style", ["template", "long"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_template_s_opening_stands_where_the_template_has_it(style: str, language: str) -> None:
    book = book_text(birds(), style, language)
    assert is_verified(birds(), book)
    opening, rest = book.split("\n## ", 1)
    opening, rest = opening.strip(), f"## {rest}"
    title, said = opening.split("\n\n")
    for text in (
        f"{rest}\n{opening}\n",
        f"{rest}\n{said}\n",
        rest.replace("\n\n## ", f"\n\n{opening}\n\n## ", 1),
        rest.replace("\n\n", f"\n\n{said}\n\n", 1),
        f"{opening}\n\n{opening}\n\n{rest}",
        f"{opening}\n\n{rest}\n{opening}\n",
        f"{said}\n\n{title}\n\n{rest}",
    ):
        assert [finding.kind for finding in check_book(birds(), text)][:1] == ["ambiguous"], text


@pytest.mark.parametrize("style", ["template", "long"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_template_s_sentence_stands_below_the_heading_of_its_own_action(style: str, language: str) -> None:
    book = book_text(birds(), style, language)
    assert book.count("## weight\n") == 1
    for heading in ("## call", "## note", "## 2. call", "**call**", "## Weight of the bird", "## mallard", ""):
        assert check_book(birds(), book.replace("## weight\n", f"{heading}\n")), heading
    assert check_book(birds(), book.replace("## call\n", "## note\n"))
    assert not read_widely(birds(), book.replace("## call\n", "## note\n")).agrees


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_book_s_sentence_stands_below_the_heading_of_its_own_truth(language: str) -> None:
    book = book_text(birds(), "long", language)
    headings = [line for line in book.split("\n") if line.startswith("## ")][3:]
    assert len(headings) == 4 and is_verified(birds(), book)
    for heading in headings[1:]:
        assert check_book(birds(), book.replace(headings[0], heading))
        assert not read_widely(birds(), book.replace(headings[0], heading)).agrees
    assert check_book(birds(), book.replace(headings[1], ""))
