"""Reading answers: every form of a clear answer is read, and nothing that hedges or is incomplete."""

from __future__ import annotations

import random
from itertools import product

import pytest

from boxwright.blackboxes.below import unsure
from boxwright.blackboxes.reasoning.knights.language.surface import draw_surface
from boxwright.blackboxes.reasoning.knights.language.words import ROLES
from boxwright.blackboxes.reasoning.knights.play.answers import read_answer
from tests.blackboxes.reasoning.knights.forms import DOUBTFUL_FORMS, RIGHT_FORMS, UNREADABLE_FORMS, WRONG_FORMS

NAMES = ["Jack", "Mary", "Bob"]
ROLE_WORDS = ROLES["en"][0]
TRUTH = [True, False, True]


def test_there_are_more_than_fifty_forms() -> None:
    assert len({*RIGHT_FORMS, *WRONG_FORMS, *UNREADABLE_FORMS}) > 60


@pytest.mark.parametrize("form", RIGHT_FORMS)
def test_a_clear_answer_is_read(form: str) -> None:
    reading = read_answer(form, NAMES, ROLE_WORDS)
    assert reading is not None
    assert reading.roles == TRUTH
    assert reading.share(tuple(TRUTH)) == 1.0


@pytest.mark.parametrize("form", RIGHT_FORMS)
def test_a_clear_answer_after_long_reasoning_is_read(form: str) -> None:
    thought = "Suppose Jack is a knave. Then Mary is a knight or Bob is a knave.\n\nCONCLUSION: not yet.\n\n"
    reading = read_answer(thought + form, NAMES, ROLE_WORDS)
    assert reading is not None
    if form.lower().lstrip("*# `").startswith(("answer", "conclusion", "final", "my final", "\\boxed")):
        assert reading.roles == TRUTH


@pytest.mark.parametrize("form", WRONG_FORMS)
def test_what_is_not_that_answer_is_wrong(form: str) -> None:
    reading = read_answer(form, NAMES, ROLE_WORDS)
    assert reading is None or reading.roles != TRUTH or unsure(form, ("ANSWER",))


@pytest.mark.parametrize("sign", ["≠ ", ": ¬", r": \neg ", r": \cancel{"])
def test_a_sign_of_negation_denies_a_role(sign: str) -> None:
    reading = read_answer(f"ANSWER: Jack{sign}knight, Mary: knave, Bob: knight", NAMES, ROLE_WORDS)
    assert reading is None or reading.roles != TRUTH


@pytest.mark.parametrize("form", UNREADABLE_FORMS)
def test_who_gets_no_role_is_asked_about(form: str) -> None:
    reading = read_answer(form, NAMES, ROLE_WORDS)
    assert reading is None or reading.missing


@pytest.mark.parametrize("form", DOUBTFUL_FORMS)
def test_what_is_said_of_several_together_is_no_answer(form: str) -> None:
    reading = read_answer(form, NAMES, ROLE_WORDS)
    assert reading is None or None in reading.roles


def test_two_worlds_are_two_answers() -> None:
    one = "Jack is a knight, Mary is a knave, Bob is a knight"
    other = "Jack is a knave, Mary is a knight, Bob is a knave"
    reading = read_answer(f"CONCLUSION: {one}, or {other}", NAMES, ROLE_WORDS)
    assert reading is not None
    assert reading.says_both
    clear = [read_answer(form, NAMES, ROLE_WORDS) for form in RIGHT_FORMS]
    assert not [read for read in clear if read and read.says_both]


@pytest.mark.parametrize("people", [2, 5, 8])
def test_naming_both_roles_for_everybody_is_never_right(people: int) -> None:
    surface = draw_surface(people, "en", people)
    hedges = [
        "\n".join(f"({n}) {name} is a knight\n({n}) {name} is a knave" for n, name in enumerate(surface.people, 1)),
        ", ".join(f"{name} is a knight and {name} is a knave" for name in surface.people),
        "; ".join(f"{name}: knight or knave" for name in surface.people),
        "\n".join(
            ", ".join(f"{n}: {'knight' if k else 'knave'}" for n, k in zip(surface.people, w, strict=True))
            for w in product((True, False), repeat=people)
        ),
    ]
    for hedge in hedges:
        reading = read_answer(f"CONCLUSION:\n{hedge}", surface.people, surface.roles)
        assert reading is not None
        assert reading.roles == [None] * people
        assert reading.share((True,) * people) == 0.0


def test_partial_credit_counts_people() -> None:
    reading = read_answer("ANSWER: Jack: knight, Mary: knight, Bob: knight", NAMES, ROLE_WORDS)
    assert reading is not None
    assert reading.share((True, False, True)) == pytest.approx(2 / 3)


def test_hostile_text_never_raises() -> None:
    rng = random.Random("hostile")
    words = (
        "knight knave not or | \n \\boxed{ } ANSWER: <think> </think> # * 's \u202e \0 ((( [ \\ ? others all nobody ，"
    )
    parts = [*NAMES, *words.split(" "), "答案："]
    for _ in range(2_000):
        text = " ".join(rng.choice(parts) for _ in range(rng.randint(0, 30)))
        reading = read_answer(text, NAMES, ROLE_WORDS)
        assert reading is None or len(reading.roles) == 3
    read_answer("ANSWER:" * 50_000 + "Jack" * 50_000, NAMES, ROLE_WORDS)


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("答案：小明：骑士，小红：无赖", [True, False]),
        ("**结论**：小明是骑士，小红不是骑士。", [True, False]),
        ("小明不是无赖，小红是无赖。", [True, False]),
        ("答案：小明可能是骑士，小红是无赖", [None, None]),
        ("答案：小明是骑士，小红是无赖，全部颠倒", [None, None]),
        ("答案：小明是骑士或无赖，小红是无赖", [None, None]),
    ],
)
def test_chinese_answers(text: str, roles: list[bool | None]) -> None:
    reading = read_answer(text, ["小明", "小红"], ROLES["zh"][0])
    assert reading is not None
    assert reading.roles == roles
