"""First sight: what is answered from plain words alone, and that a session seldom asks for it."""

from __future__ import annotations

import pytest

from boxwright.blackboxes.box import open_box
from boxwright.blackboxes.families.freeform.conversation import FreeformSample
from boxwright.blackboxes.families.freeform.first_sight import answers
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher

CALENDAR = (
    "You ask about the calendar of a far country. The last four digits are a number of days, before them is a year."
)
LINE = (
    "You send events: `r`, a regular customer arrives; `p`, a priority customer arrives; `s`, the counter serves the "
    "first in line. You read numbers, or the one word `nobody` if your whole text served no one."
)
STACK = "A machine with a stack of numbers runs your text. You read the stack, or the word empty."
LAMPS = "Eight lamps, A to H. You can force lamps, for one text only: B forces lamp B to be on, b to be off."
LOCK = "You try codes at a lock; you read three signs, each of them `+`, `-` or `0`."
GRAMMAR = "You send a sentence and read in how many ways it can be derived."
CELLS = "You send a row of cells, each 0 or 1, and the next generation of the row comes back."
WALK = "You send a walk of nodes, and for each of them a distance comes back."


@pytest.mark.parametrize(
    ("told", "text", "answer"),
    [
        (CALENDAR, "120104", "12.4.15"),
        (CALENDAR, "120360", "13.1.1"),
        (CALENDAR, "0", "0.1.1"),
        (CALENDAR, "59", "0.2.30"),
        (LINE, "rps", "2"),
        (LINE, "rprsss", "2 1 3"),
        (LINE, "rp", "nobody"),
        (LINE, "s", "nobody"),
        (STACK, "3a4", "3 4"),
        (STACK, "ab", "empty"),
        (LAMPS, "Ab", "10000000"),
        (WALK, "aab", "3 0 3"),
        (WALK, "a", "3"),
        (LOCK, "49", "++-"),
        (GRAMMAR, "cccc", "5"),
        (GRAMMAR, "acb", "0"),
        (CELLS, "0110", "0000"),
    ],
)
def test_a_world_of_plain_words_works_as_they_say(told: str, text: str, answer: str) -> None:
    assert next(answers(told, f"What comes back? {text}")) == answer


def test_another_world_is_answered_by_what_the_question_holds() -> None:
    told = "A gauge is wrong in several ways."
    assert list(answers(told, "What does it show for the last of these? 12 40")) == ["40"]
    assert list(answers(told, "In which order do these words come? pear fig")) == ["fig, pear"]


@pytest.mark.parametrize("name", ["cellular_automaton", "lamp_causes", "secret_grammar"])
def test_of_eight_tests_two_at_most_are_guessed(launcher: Launcher, name: str) -> None:
    guessed, drawn = [], 0
    with open_box(load(Workspace(SHIPPED, True, None), f"freeform/{name}"), launcher) as box:
        for played, most in ((box, 2), (box.asking(()), 1)):
            for seed in range(20):
                (conversation,) = played.family.conversations(played, Plan(0, 1, 8, seed))
                samples = list(conversation.samples())
                assert len({sample.question for sample in samples}) == 8
                guessed.append(sum(sample.guessable for sample in samples))
                assert guessed[-1] <= most
                call, entries = conversation._questions(conversation.state, seed, 8)
                drawn += sum(FreeformSample(conversation, 0, call, entry).guessable for entry in entries)
    assert sum(guessed[20:]) < drawn / 2  # as the box draws them there are more
