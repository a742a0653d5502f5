"""What stands below an answer: harmless, or the player is asked once which answer it means."""

from __future__ import annotations

import time

import pytest

from boxwright.blackboxes.below import unsure

HARMLESS = (
    "",
    "\n",
    "\n```",
    "\n\n---",
    "</answer>",
    "\n\nLet me know if you'd like the details!",
    "\n\nI hope this helps. Thank you for the game!",
    "\n\nWould you like me to explain the rule?",
    "\n\nFingers crossed! 🤞",
    "\n\nI hope this is correct! Please let me know if it is not, and I will try again.",
    "\n\nI hope I got it right! If not, please let me know and I'll try again.",
    "\n\nDone.",
    "\n\nConfidence: 85 %",
    "\n\n(confidence: high)",
    "\n\nThis is my final answer.",
    "\n\n**12, 7**",
    "\n\nANSWER: 12, 7",
    "\n\n希望对你有帮助！",
)
GOES_ON = (
    "\nEdit: I made a mistake above, please ignore it.",
    "\nWait: I misread the question.",
    "\n- Correction: the first one has to be flipped",
    "\nCheck: fails on turn 3",
    "\nwrong",
    "\n- wrong",
    "\n| Revised | 12, 8 |",
    "\n12, 7, 8 or more",
    "\n❌",
    "\n???",
    "\n\nThat is not the right answer.",
    "\n\nThat is hardly the correct answer!",
    "\n\nHere the rule fails, so change the answer",
    "\n\nFingers crossed, it may just as well be the reverse",
    "\n\nReady for the next one; the above is invalid",
    "\n\nThis was only my first guess",
    "\n\nHope this helps, but I got the last one wrong.",
    "\n\nIf you need certainty, take 12, 8 instead.",
    "\n\nIf not, it is the other way round.",
    "\n\nI hope it is correct, the reverse otherwise.",
    "\n\nLet me know if it is not, then it is the reverse.",
    "\n\nI hope this is correct, if not, reverse it.",
    "\n\nConfidence in 13 90%",
    "\n" + "Wait: this is wrong since it is " * 80,
    "\n\nThe second number is the sum of the digits.",
    "\nSo it is 12, 8.",
    "\n\nThat's without the tax. With the tax it would be 17 more.",
    "\n\nA shortcut showed up in an early walk.",
    "\n\n| step | number |\n|---|---|\n| 1 | 12 |",
    "\n\n```\n12, 8\n```",
    "\n\nLet me know. Wait, the second is 8.",
    "\n\nConfidence: the first is certain, the second may be 8.",
)


@pytest.mark.parametrize("below", HARMLESS)
def test_a_courtesy_or_the_answer_again_leaves_nothing_open(below: str) -> None:
    assert unsure(f"I worked it out.\nANSWER: 12, 7{below}", ("ANSWER",)) is None


@pytest.mark.parametrize("below", GOES_ON)
def test_other_words_below_an_answer_may_change_it(below: str) -> None:
    assert unsure(f"ANSWER: 12, 7{below}", ("ANSWER",)) == "goes_on"
    assert unsure(f"\\boxed{{12, 7}}{below}", ("ANSWER",)) == "goes_on"


def test_items_that_follow_an_answer_directly_are_more_of_it() -> None:
    for reply in (
        "ANSWER: ball1: (0, 1, 0)\nball2: (1.5, -2, 0)",
        "ANSWER: ball: (0, 1, 0)\ncube: (1.5, -2, 0)",
        "ANSWER: [12,\n7,\n8]",
        "ANSWER:\n12\n7\n8",
        "ANSWER: 1. ASSEMBLY\n2. PROVIDED",
        "ANSWER:\n.......\n..O..O.\nBBBB...",
        "ANSWER:\n. . . .\n. O . O",
        "ANSWER:\nRow 1: ....\nRow 2: .O.O",
        "ANSWER:\n| ball1 | (1, 2, 0) |\n|---|---|\n| ball2 | (0, 0, 1) |",
        "ANSWER:\n1 0 0\n\n0 1 0\n\n0 1 0",
        "ANSWER: Jack: knight\nMary: knave",
    ):
        assert unsure(reply, ("ANSWER",)) is None, reply


def test_the_form_that_players_were_told_is_no_answer() -> None:
    reply = "You want `ANSWER: ball1: (x, y, z)`.\nANSWER: ball1: (x, y, z)\n\nANSWER: ball1: (1, 2, 0)"
    assert unsure(reply, ("ANSWER",)) == "marks_two"
    assert unsure(reply, ("ANSWER",), told="End with a line `ANSWER: ball1: (x, y, z)`.") is None


def test_many_marked_lines_are_compared_in_time() -> None:
    started = time.process_time()
    assert unsure("ANSWER: 1\n" * 10_000, ("ANSWER",)) is None
    assert time.process_time() - started < 5


def test_two_lines_that_mark_different_answers_leave_open_which_is_meant() -> None:
    for reply in (
        "ANSWER: 12\nANSWER: 13",
        "ANSWER: 12\n\nOr, if the count starts at one:\n\nANSWER: 13",
        "If it is odd, ANSWER: 12\nIf it is even, ANSWER: 13",
        "\\boxed{12}\n\nANSWER: 13",
        "<answer>12</answer>\n\nANSWER: 13",
        '{"answer": 12}\n\nANSWER: 13',
        "My ANSWER would be: 12\n\nANSWER: 13",
        "Answer: The value is 112.\n\nANSWER: 12",
        "Answer: the other is 12\n\nANSWER: 12",
    ):
        assert unsure(reply, ("ANSWER",)) == "marks_two", reply


def test_a_heading_a_form_and_the_same_answer_mark_no_other_one() -> None:
    for reply in (
        "### Final answer\nANSWER: 12",
        "You asked for `ANSWER: <number>`.\n\nANSWER: 12",
        "ANSWER: ...\nANSWER: 12",
        "The answer is 12.\n\nANSWER: **12**",
        "The answer is clear now.\n\nANSWER: 12",
        "Answer: let me work it out step by step.\n\nStep 1 gives 5.\n\nANSWER: 12",
        'ANSWER:\n{\n  "answer": 12\n}',
        "ANSWER: [value]\n\nANSWER: 12",
        "ANSWER: 12 (the sum)\n\nFinal answer: 12",
        "<think>ANSWER: 13</think>\nANSWER: 12",
        "Answer: The date is 12.3.4.\n\nANSWER: 12.3.4",
        "Answer: The outputs of all gates are **0 1 1**.\n\nANSWER: 0 1 1",
        "No line marks anything.",
    ):
        assert unsure(reply, ("ANSWER",)) is None, reply
