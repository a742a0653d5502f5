"""One table of the forms in which models state an answer, held against every environment."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from boxwright.blackboxes.below import unsure
from boxwright.blackboxes.environments import own_names
from boxwright.blackboxes.families.encryption.family import EncryptionFamily, TextDomain, TextRules
from boxwright.blackboxes.families.freeform.comparators import NotOfKind, Written, read_answer
from boxwright.blackboxes.families.freeform.rules import written_in
from boxwright.blackboxes.faults import Ambiguous, InvalidReply
from boxwright.blackboxes.reasoning.knowlogic.play.letters import read_letters
from boxwright.blackboxes.reasoning.kumo.play.moves import Move, name_alone, read_move
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.stated import MAX_REPLY, last_marked
from boxwright.blackboxes.types import Call, Example
from boxwright.blackboxes.wrappings import forms, named
from tests.blackboxes.hostile import hostile_replies
from tests.blackboxes.written import MARKED, UNMARKED, WRAPPINGS, said, slips, wrapped
from tests.golden.answers import ANSWERS, Answers
from tests.golden.readings import LETTER_OPTIONS, _variable

CLAIMS = (
    "X is the result",
    "X is the result.",
    "X is the correct result",
    "X is correct",
    "X is right.",
    "X is the output",
    "the result is X",
    "Result: X",
    "My guess is X",
    "The output will be X",
    "The resulting text is X",
    "it's X",
    "It is X.",
    "should be X",
    "I think X",
    "I believe it is X",
    "X it is.",
)
"""What says in words what X is; a query's text may hold such words."""
REMARKS = (
    "X. This follows from the rule.",
    "X. I am confident.",
    "X. Done",
    "X. Confidence: 90 %",
    "X; confidence: high",
    "X | confidence 0.9",
    "X. Explanation: each step follows from the rule.",
    "X. Reason: by the rule",
    "X; reasoning: the rule was applied twice",
)
"""What is said behind X; no reading of a grid, whose rows may hold a full stop."""
NEITHER_READ_NOR_WRONG = (
    "X QED",
    "approximately X",
    "about X",
    "anything but Y",
    "X units",
    "X END",
    "X it is",
    "X too",
    "X again",
    "X follows",
    "X as a result",
    "X as before",
    "X for test 3",
    "X is what I get",
    "X, I think",
    "X I believe",
    "X obviously",
    "X answer",
    "X, right?",
    "X [end]",
    "X: yes",
    "X\nX is the same as Y",
    "3. X",
    "I get X",
    "we have X",
    "so X",
    "thus X",
    "must be X",
    "it should be X",
    "It's X",
    "guess X",
    "Let me say X",
    "The value of i is X",
    "clearly X",
    "just X",
    "exactly X",
    "still X",
    "X by shift 3",
    "X using Caesar shift",
    "it reads X",
    "string X",
    "X 11 characters",
    "X encoded",
    "X / Y",
    "~~Y~~ X",
    "Y. This is wrong: X",
    "Y. No, rather X",
    "Y. Wait, it is X",
    "Y\nI made a slip. MARK: X",
    "Y -> X",
    "not Y but X",
    "Y, no, X",
    "(Y) X",
    "Y | MARK: X",
    "Y. This is not it, but X",
)
"""Words around X that are no form of an answer: refused where X cannot be told from them, else read as X."""


NOT_READ = (
    "MARK:",
    "MARK: <mark>",
    "MARK: ✅",
    "MARK: ...",
    "MARK: **",
    "MARK: X or Y",
    "MARK: X\nor\nY",
    "MARK: either X or Y",
    "MARK: X, perhaps Y",
    "MARK: X, unless it is Y",
    "MARK: X (Y is also possible)",
    "MARK: X instead of Y",
    "MARK: X rather than Y",
    "MARK: X and also Y",
    "MARK: neither X nor Y",
    "MARK: not X",
    "MARK: <your mark here>",
    "MARK: [your mark]",
    "MARK: X = Y",
    '{"mark": "X", "other": {"mark": "Y"}}',
    "| MARK | Y |\n|---|---|\n| X | 1 |",
    "<think>MARK: X",
    "<thinking>\nMARK: X",
    "[THINK]MARK: X",
    "<reasoning>MARK: X</reasoning>",
    "<|channel|>analysis<|message|>MARK: X",
    "If the mark is X, then no.",
    "I do not know yet. For example: MARK: X",
    "I do not know yet, e.g. MARK: X",
    "I do not know yet. For example:\nMARK: X",
    "It would look like this, e.g.\n\nMARK: X",
    "I do not know yet, e.g. \\boxed{X}",
    'I do not know yet; for example, {"mark": "X"}',
    "MARK: X (for example)",
    "MARK: X (an example)",
    "The mark is unlikely to be X.",
    "I do not think that the mark is X.",
    "The mark is not X.",
    "I think the mark is not X.",
    "I do not believe the mark is X.",
    "Based on nothing, I have no mark.",
    "Mark X",
    "MARK X\nand that is all",
    "MARK to X",
    "You asked for a line MARK: X, but I cannot give one.",
    "X",
)
"""No answer, or two: `Y` is another one. Who is a knight is read from prose too, and has forms of its own."""

BESIDE = (
    *(
        "X (Z)",
        "X — Z",
        "X – Z",
        "X -- Z",
        "X # Z",
        "X // Z",
        "X <- Z",
        "X ← Z",
        "X <!-- Z -->",
        "**X** (Z)",
        "X (*Z*)",
    ),
    *(
        "X, because Z",
        "X, which Z",
        "X; by Z",
        "X. This is Z",
        "X. I mean Z",
        "X. Reason: Z",
        "X\nZ",
        "X\n- Z",
        "X\n(Z)",
        "X\nnote\nZ",
    ),
)
"""Where something is said beside an answer."""
STATED = (
    *(
        "Y",
        "Y!",
        "so Y",
        "that is Y",
        "i.e. Y",
        "no, Y",
        "wait, Y",
        "no: Y",
        "should be Y",
        "must be Y",
        "corrected: Y",
    ),
    *("correction: Y", "alternative: Y", "backup: Y", "second choice Y", "if wrong, Y"),
    *("result: Y", "final: Y", "Y is right", "Y is correct"),
    *("I also considered Y", "alternatively Y", "though Y is possible", "Y would also fit", "Y remains possible"),
    *("and Y as a backup", "less likely: Y", "Y cannot be ruled out", "I can't rule out Y", "could be Y too"),
)
"""What is said there states another answer."""
BELOW = (
    *("MARK:\nX\nY", "MARK: X\n**Y**", "MARK: X\n= Y", "MARK: X\n(or Y)", "MARK: X\nor: Y", "MARK: X\nCorrection: Y"),
    *(
        "MARK: X\n\nCorrection: Y",
        "MARK: X\n\nNo, it is Y.",
        "MARK: X\n\nHmm, on reflection it is Y.",
        "MARK: X\nEdit: Y",
        "MARK: X\n\nSorry, I meant Y.",
        "MARK: X\n\nIgnore that. Y.",
        "MARK: X\n\nHmm, that is wrong; Y it is.",
        "MARK: X\n\nI meant Y.",
        "MARK: X\n\nApologies, it is Y.",
        "MARK: X\nTypo: Y",
        "MARK: X\nErratum: Y",
        "MARK: X\nError: should be Y.",
        "MARK: X\nFixed: Y",
        "MARK: X\n\nThe above is wrong. Y.",
        "MARK: X\n\nThe above answer is incorrect; the right one is Y.",
        "MARK: X\n\nLet me reconsider: Y",
        "MARK: X\n\nThat can't be right: it should be Y.",
        "MARK: X\n\nI want to change my answer to Y.",
        "MARK: X\n\nUse Y instead.",
        "MARK: X\n\nIt could also be Y.",
        "MARK: X\n\nI'll go with Y.",
        "MARK: X\n\nSo the real mark is Y.",
        "MARK: X\n\nI realize the mark should be Y.",
        "The mark is X\n\nLet me reconsider: Y",
        "The mark is X\nNo, it is Y.",
        "\\boxed{X}\n\nWait, Y.",
    ),
    *(
        "MARK: X\n\nThe mark is Y.",
        "MARK: X\n\nThe mark should be Y.",
        "MARK: X\n\nMARK Y",
        "MARK:\n* X\n* Y",
        "MARK: X\n\nActually, the mark is Y",
        "MARK: X\n\n\\boxed{Y}",
        "MARK: X\n\n<mark>Y</mark>",
    ),
    *(
        "<mark>X (Y)</mark>",
        "<mark>X</mark> or Y",
        "\\boxed{X} / Y",
        "\\boxed{X (Y)}",
        "The mark is X (Y).",
        'MARK: {"mark": "X", "mark": "Y"}',
        'MARK: {"mark": "X", "alternative": "Y"}',
        'MARK: {"mark": "X", "notes": "could also be Y"}',
        'MARK: {"mark": "X", "notes": "by the rule; or perhaps Y"}',
        'MARK: {"mark": "X", "or": "Y"}',
        "MARK: X (if reversed: Y)",
        "MARK: ❌ X ✅ Y",
    ),
    *(
        "The mark is X.\n\nWait, the mark is Y.",
        "The mark is X.\nActually, the mark is Y.",
        "The mark is X.\n\nNo wait, the mark is Y",
        "The mark is X.\n\nSorry, correction, the mark is Y.",
        "The mark is X.\n\nActually, my mark should be Y.",
        "\\boxed{X}\n\nOops: that mark is incorrect. It is Y.",
        "$\\boxed{X}$\n\nHold on, the mark should actually be Y.",
        '{"mark": "X"}\n\nActually the mark ought to be Y.',
    ),
    *(
        "MARK: X\n\nOr perhaps:\n\nMARK: Y",
        "MARK: X\n\nAnother possibility: MARK: Y",
        "MARK: X\n\nIt could also be\nMARK: Y",
        "MARK: X (most likely)\nMARK: Y (less likely)",
        "If even: MARK: X\nIf odd: MARK: Y",
        "If the rule is that one, MARK: X\nIf the rule is the other one, MARK: Y",
        "Case 1: MARK: X\nCase 2: MARK: Y",
        "MARK: X\n\nIf not, MARK: Y",
        "MARK: X\nObservation: what nobody said\nMARK: Y",
        "MARK: X\n\nNext, MARK: Y",
    ),
    *(
        "MARK: X\n\nWrong.\n\nTest 3 of 8, shot 2 of 2.\nMARK: Y",
        "MARK: X\n\n### User\nWrong.\n### Assistant\nMARK: Y",
        "MARK: X\n\nFor the next test:\n\nMARK: Y",
        "MARK: X\n\nTest 4:\nMARK: Y",
        "Shot 1: MARK: X\nShot 2: MARK: Y",
        "1. MARK: X\n2. MARK: Y",
        "MARK: X\n\nBackup:\nMARK: Y",
        "MARK: X\n\nIf that is wrong:\nMARK: Y",
        "Hypothesis 1: MARK: X\nHypothesis 2: MARK: Y",
        "MARK: X\nand\nMARK: Y",
    ),
)
"""Two answers, one below the other or in one form."""
STATED_AGAIN = (
    *("Revised MARK: X", "**Revised MARK:** X", "New MARK: X", "MARK (corrected): X", "MARK v2: X", "Updated mark: X"),
    *("Actual mark: X", "So my actual mark: X", "Final mark (revised): X", "I must correct that. Correct mark: X"),
    *("MARK (second attempt): X", "Better MARK: X", "Fixed MARK: X", "MARK (re-evaluated): X", "Proper MARK: X"),
)
"""A line further down that is marked as the answer: it counts, as the last marked line does."""
IN_OTHER_WORDS = (
    *("Final Result: X", "FINAL: X", "FINAL MARK X", "Thus the mark becomes X.", "The mark changes to X."),
    *("My final mark would be X", "My second mark: X", "That was wrong. It is X.", "That's wrong: it is X"),
    *("I made a mistake: it should be X.", "Hold on, I miscounted; X is right.", "Hold on. It is X."),
    *("Hmm, I forgot one step. It should be X.", "Revised result: X", "The correct result is X", "Now: X"),
    *("So X.", "So it's X.", "Therefore: X", "→ X", "P.S. X", "I'd rather say X."),
    *(
        "I changed my mind: X",
        "Ah wait, it's X.",
        "Looking again, it's X.",
        "Let me correct myself: X.",
        "Let's go with X.",
    ),
    *(
        "Oh, it should have been X.",
        "My previous mark was incorrect. It's X.",
        "Right MARK, at last: X",
        "MARK, as I see now: X",
    ),
    *("Thinking about it more, I get X.", "That's off by one: X.", "更正：X"),
    *("Er, X.", "Re-checking: the result is actually X.", "Update: after rechecking, X."),
)
"""One that states the answer otherwise: two answers, unless it is the same one."""
POSSIBLE = (
    *("Possibly X.", "Perhaps X", "Maybe X"),
    *("(Could also be X.)", "The evidence points to X.", "Hmm, thinking about it more, X makes more sense."),
    *(
        "Given the uncertainty, X would be equally plausible.",
        "So it's X after all.",
        "Hmm, X also satisfies every feedback.",
    ),
    *("或者 X", "我重新检查了一下，应该是 X 才对。"),
    *("Upon further reflection, I believe X is more likely.", "Though honestly X seems just as plausible."),
)
"""One that names another as possible."""
TAKEN_BACK = (
    *("MARK: X (ruled out)", "MARK: X (unlikely)", "MARK: X (no, wait)", "MARK: X — wrong", "MARK: X // scratch that"),
    *("MARK: ~~X~~", "MARK: <del>X</del>", "The mark is X (it is wrong).", "\\boxed{X (impossible)}"),
    *("MARK: X (never)", "MARK: X (just kidding)", "MARK: X\nScratch that.", "MARK: X\n\nThe above is wrong."),
    *(
        "MARK: X\n\nSorry, ignore that.",
        "MARK: X\nNever mind.",
        "MARK: X\n\nBut that is wrong.",
        "MARK: X\nThat's wrong, sorry.",
    ),
    *(
        "MARK: X\n\nI take that back.",
        "MARK: X\nThe answer above is wrong.",
        "MARK: X\n(never)",
        "MARK: X\nThat can't be right.",
    ),
    *(
        "MARK: X\n\nCancel that.",
        "MARK: X (not my answer)",
        "MARK: X\nI withdraw my answer.",
        "\\boxed{X}\nNo, that is wrong.",
    ),
    *("<mark>X</mark>\n\nSorry, that mark is wrong.", "The mark is X.\n\nThat mark is wrong."),
    "<del>MARK: X</del>",
    *(
        "MARK: X\n\nHmm, that contradicts turn 2.",
        "MARK: X\n\nThis does not fit turn 2, so it is wrong.",
        "MARK: X\n\nNo, that is wrong. I cannot determine it.",
        "MARK: X\n\nActually, I don't know.",
        "MARK: X\n\nOops.",
        "MARK: X\n\nLet me recalculate...",
        "MARK: X\n\nI made a mistake in step 2, let me redo it.",
        "MARK: X\n\nThis is just an example of the format.",
    ),
    *(
        "MARK: X\n\nHmm, that doesn't look right.",
        "MARK: X\n\nHmm, that doesn't look right because turn 2 gave something else.",
        "MARK: X\n\nNo, that can't be it.",
        "MARK: X\n\nWait, I think I made a mistake.",
        "MARK: X\n\nI need to recheck the calculation.",
        "MARK: X\n\nActually, I am not confident in that answer. Let me think again.",
        "MARK: X\n\nPlease ignore the previous line; I need to think more.",
        "MARK: X\n\nThe above is only a placeholder until I finish the calculation.",
        "MARK: X\n\nCheck: ❌",
    ),
    *("MARK: X\n\n我算错了。", "MARK: X\n\n等一下，这个答案不对。", "MARK: X\n\nNein, das ist falsch."),
    *(
        "MARK: X\n\nWait, I forgot to handle the last element.",
        "MARK: X\n\nWait, I counted one too few.",
        "MARK: X\n\nHold on, I misread the input.",
        "MARK: X\n\nOops, I swapped two values.",
        "MARK: X\n\nActually, I think I miscounted.",
        "MARK: X\n\nI just noticed an error in my reasoning.",
        "MARK: X\n\nThere is an error above.",
        "MARK: X\n\nBut this fails for turn 2.",
        "MARK: X\n\nNot quite.",
        "MARK: X\n\nHmm, off by one.",
    ),
    *(
        "MARK: X\n\nIt follows from the rule.\n\nWait, I used the wrong formula.",
        "MARK: X\n\nSorry, one part should be different: the last one should be changed.",
        "MARK: X\n\nWait, the first and the last should be swapped.",
        "MARK: X\n\nActually, change the first one to the second.",
        "MARK: X\n\nThe last one might be another; I cannot decide.",
    ),
    *(
        "MARK: X\n\nIgnore that, I misread the input.",
        "MARK: X\n\nIgnore the line above.",
        "MARK: X\n\nPlease ignore my answer.",
        "MARK: X\n\nI retract this answer.",
        "MARK: X\n\nI withdraw that answer.",
        "MARK: X\n\nNever mind, I misread the question.",
        "MARK: X\n\nThe answer above is a placeholder.",
        "MARK: X (tentative, let me keep checking)",
        "MARK: X (just a placeholder until I know more)",
        "MARK: X\n\nX is ruled out by the first outcome.",
        "MARK: X\n\nThen the last turn is contradictory, so this answer is impossible.",
    ),
    *(
        "MARK: X\n\n以上答案有误。",
        "MARK: X\n\n等等，我需要重新检查一下最后一步。",
        "MARK: X\n\n请忽略上面的答案。",
        "MARK: X\n\n我需要重新计算。",
        "MARK: X\n\n抱歉,密钥用错了,以上结果作废。",
        "MARK: X\n\n抱歉,算错了。",
        "MARK: X\n\n等一下,忘了算折扣。",
        "MARK: X\n\n哪个对,无法确定。",
    ),
    *(
        "MARK: X\n\nLooking again, the remainder cannot be X. So my answer is wrong.",
        "MARK: X\n\nHmm, the feedback shows only one. So it can't be X.",
        "MARK: X\n\nI was not able to verify this and I withdraw the answer.",
        "MARK: X (hmm, that's not right)",
        "MARK: X (wait, this is wrong)",
        "MARK: X — wait, X was ruled out.",
        "MARK: X\n\nSorry, one of them does not belong there; replace it with another.",
        "MARK: X\n\nThe third one should be another.",
        "MARK: X\n\nMy answer above has an error in the last part.",
        "MARK: X\n\nHmm, I used the other rule in the second step.",
        "MARK: X\n\nHmm, but turn 3 contradicts the rule. I'm not sure which it is.",
        "MARK: X\n\nThere is another one that fits. I can't rule it out, so take either one.",
        "MARK: X\n\nThis is likely wrong.",
    ),
)
"""An answer that is taken back, and no other in its place."""
DENIED = ("X — not Y", "X — rather than Y", "X — instead of Y", "X # was Y", "X // earlier Y", "X <- not Y any more")
"""What is said there denies another answer."""
EXPLAINED = (
    *(
        "X (shifted)",
        "X (shift by three)",
        "X (verified against all examples)",
        "X (reversed order)",
        "X — deduced from the pattern",
        "X # each letter was moved",
    ),
    *(
        "X (best guess)",
        "X (very confident)",
        "X (unique solution)",
        "X (sorted by length)",
        "X (checked twice)",
        "X\nThanks",
    ),
    *(
        "X\nI am done",
        "X\nGood luck with the next question",
        "X\n</mark>",
        "X\n\nThe mark is certain.",
        "X\n\nWait for the next one.",
    ),
    *(
        "X (p = 0.9)",
        "X (since 4 - 1 = 3)",
        "X (see turns 2 and 5)",
        "X\nNo doubt about it",
        "X\n\nActually quite simple.",
    ),
    *(
        "X\n\nThis is my final mark.",
        "X\n\nHence the mark.",
        "X\n\nThat is my mark!",
        "X\n\nFinal mark: see above.",
        "X\n\nApologies for the long reasoning.",
        "X\n\nI'll stop here.",
    ),
    *(
        "X\n\nActually, this confirms my hypothesis.",
        "X\n\nWait, let me verify: yes.",
        "X\n\nInitially I made an error, which I have fixed.",
        "X\n\nProbability that this is correct: 0.8",
        "X\n\n希望这个回答对您有帮助！",
        "X\n\nI rejected Y, since it would not match the feedback.",
        "X\n\nReasoning: earlier I considered Y, but it did not fit the observations.",
        "X\n\nRuled out:\n- Y",
        "X\n\nY ❌\nX ✅",
        "X\n\nIf it were another rule, turn 2 would differ. This leads to a contradiction.",
    ),
    *(
        "X\n\nI was wrong in the previous shot, where I answered Y.",
        "X\n\nThis differs from my previous answer (Y), which was wrong.",
        "X\n\nDouble-check: applying the rule once more gives X. ✓",
        "X\n\nVerification: the formula gives X, as expected.",
        "X\n\nWait, let me check once more: it is X.",
        "X\n\nI found no mistakes.",
        "X\n\nLet me recheck: yes, that is right.",
        "X\n\nI forgot to say that this follows from turn 2.",
        "X\n\nIf it were the former, it would be Y as well, so this does not matter here.",
        "X\n\nI am not sure which rule applies to longer inputs, but here all agree.",
    ),
    *("X\n\n1. Start with the input.\n2. Double it: 10.\n3. Apply the rule.", "X\n\nStep 2 gives 12."),
)
"""What is said there explains the answer."""


@pytest.fixture(params=ANSWERS, ids=lambda answers: answers.name)
def answers(request: pytest.FixtureRequest) -> Answers:
    found: Answers = request.param
    return found


def test_every_environment_is_in_the_table() -> None:
    assert {answers.environment for answers in ANSWERS} == {*own_names("families"), *own_names("reasoning")}


def test_marked_forms(answers: Answers) -> None:
    replies = {said(form, answers.marker, text): truth for form in MARKED for text, truth in answers.truths.items()}
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def test_wrapped_answers(answers: Answers) -> None:
    """But for an answer that holds a sign of the wrapping itself."""
    forms = [(form, {sign for sign in form.replace("X", "") if sign in "\"'`*$<>|_#!"}) for form in WRAPPINGS]
    replies = {
        said(f"MARK: {form}", answers.marker, text): truth
        for form, signs in forms
        for text, truth in answers.truths.items()
        if not signs & {*text, *({"!"} & set("".join(answers.truths)))}
    }
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def test_what_says_in_words_what_it_states(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    claims = CLAIMS if answers.name == "puzzle: grid" else CLAIMS + REMARKS
    replies = {
        wrapped(f"{answers.marker}: {form}", text): truth for form in claims for text, truth in answers.truths.items()
    }
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def test_words_around_an_answer_never_make_it_a_wrong_one(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    if answers.environment == "knights":
        pytest.skip("it reads prose: tests/blackboxes/reasoning/knights/forms.py")
    texts = list(answers.truths)
    for form in NEITHER_READ_NOR_WRONG:
        for text, truth in answers.truths.items():
            other = next((another for another in texts if another != text), answers.refused[0])
            template = f"MARK: {form}".replace("X", "\0").replace("Y", "\1")
            reply = said(template, answers.marker, "").replace("\0", text).replace("\1", other)
            with suppress(InvalidReply):
                found = answers.read(reply)
                assert answers.agree(truth, found), (reply, found)


def test_a_text_keeps_the_words_that_texts_of_its_box_hold() -> None:
    """`X is correct` is X, but not where the box itself says so."""

    def read(truth: str, reply: str, *texts: str) -> Any:
        known = Written.in_texts(texts)
        return read_reply(reply, "ANSWER", lambda text: read_answer("text", truth, text, known), "missing")

    assert read("lamp 3", "ANSWER: lamp 4 is correct", "lamp 7") == "lamp 4"
    assert read("lamp 3 is correct", "ANSWER: lamp 4 is correct", "lamp 7") == "lamp 4 is correct"
    assert read("result: 4", "ANSWER: result: 5") == "result: 5"
    assert read("still shut", "ANSWER: just open", "just open") == "just open"
    with pytest.raises(InvalidReply):
        read("shut", "ANSWER: just open", "open door")


def test_an_answer_and_the_lines_behind_it_that_make_another_are_two() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    for name, reply in (
        ("freeform: words in order", "ANSWER: d\nfa"),
        ("freeform: words in order", "ANSWER: d\n\nfa"),
        ("freeform: numbers in order", "ANSWER: 4\n41"),
        ("puzzle: list", "ANSWER: 1\n2"),
        ("puzzle: list", "ANSWER: 1\n\n2"),
        ("knowlogic", "ANSWER: A\nC"),
        ("code: numbers and lists", "ANSWER: 1\n2\n13"),
        ("game", "MOVE: rock\ngo left\nc3"),
        ("puzzle: word", "ANSWER: CAB\nFEE\nBAD"),
    ):
        with pytest.raises(InvalidReply):
            pytest.fail(f"{reply!r} is read as {by_name[name].read(reply)!r}")


def test_items_on_lines_of_their_own_are_a_list_behind_the_marker_too() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    for name, items in (
        ("puzzle: list", ("1", "2", "13")),
        ("freeform: words in order", ("d", "fa", "acf")),
        ("freeform: numbers in order", ("4", "41", "2")),
        ("circuit", ("1", "0", "1")),
    ):
        answers = by_name[name]
        truth = answers.truths[next(iter(answers.truths))]
        for between in ("\n", "\n\n", ",\n"):
            for begin in ("", "\n", "\n\n"):
                for end in ("", "\n\nI am quite sure of the order.", "\n\nThat is all"):
                    reply = f"ANSWER: {begin}{between.join(items)}{end}"
                    assert answers.right(truth, reply), reply


def test_an_answer_in_paragraphs_is_read_as_a_whole() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    physics = by_name["physics"]
    truth = next(iter(physics.truths.values()))
    for begin in ("", "\n", "\n\n"):
        for end in ("", "\n\nThese are the positions.", "\n\nI used x = 1.5 + 2 t for the ball."):
            for bullet in ("", "- ", "* **"):
                mark = "**" if "**" in bullet else ""
                lines = [f"{bullet}{line}" for line in (f"ball{mark}: (1.5, -2, 3.25)", f"cube{mark}: (0, 4, -5.125)")]
                assert physics.right(truth, f"ANSWER: {begin}{(chr(10) * 2).join(lines)}{end}"), (begin, end, bullet)
    for reply in ("ANSWER: ball: (1, 2, 3)\n\nball: (1, 2, 4)", "ANSWER: ball: (1, 2, 3)\n\nThat is all."):
        with pytest.raises(InvalidReply):
            physics.read(reply)


def test_a_bullet_before_an_answer_is_none_of_it_but_where_it_may_be_a_sign(answers: Answers) -> None:
    for text, truth in answers.truths.items():
        for reply in (f"{answers.marker}: - {text}", f"{answers.marker}:\n- {text}"):
            if answers.right(truth, reply):
                continue
            signed = answers.read(f"{answers.marker}: -{text}")  # may be an answer
            assert not answers.agree(truth, signed)
            with pytest.raises(InvalidReply, match=rf"{text.split(',')[0].split()[0]} behind a bullet, or -"):
                answers.read(reply)


def test_a_list_with_bullets_begins_behind_the_marker_or_below() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    for reply in ("ANSWER: - 1\n- 2\n- 13", "ANSWER:\n- 1\n- 2\n- 13", "ANSWER: * 1\n* 2\n* 13"):
        assert by_name["puzzle: list"].read(reply) == [1, 2, 13]


def test_a_text_that_may_begin_with_a_sign_is_taken_as_written() -> None:
    def read(reply: str) -> Any:
        return read_reply(reply, "ANSWER", lambda text: read_answer("text", "- 3", text), "missing")

    assert read("ANSWER: - 3") == "- 3"
    assert read("ANSWER: - 4") == "- 4"


NO_ANSWERS = (
    *("I do not know", "I don't know", "I don’t know.", "unknown", "Unknown.", "not sure", "I am not sure", "unsure"),
    *("no idea", "cannot determine", "unable to tell", "unclear", "(unknown)"),
    *("N/A", "None", "none", "null", "(none)", "TBD", "idk"),
)


def test_another_number_at_the_end_of_a_sentence_is_a_second_answer() -> None:
    """Where `5.` may be 5 or 5.0, neither is 3."""
    floats = next(answers for answers in ANSWERS if answers.name == "code: texts and floats")
    for below in ("That was wrong. It is 5.", "The answer is 5.", "Thus the answer becomes 5."):
        with pytest.raises(InvalidReply):
            floats.in_play(f"ANSWER: 3\n\n{below}")


def test_what_says_that_there_is_no_answer_is_none(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    for text in NO_ANSWERS:
        if answers.name == "puzzle: word" and len(text) == 3 and text.isalpha():
            continue  # any three letters are a word
        with pytest.raises(InvalidReply):
            pytest.fail(f"{text!r} is read as {answers.read(f'{answers.marker}: {text}')!r}")


def test_what_says_that_there_is_no_answer_is_one_in_quotes_where_it_can_be() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    for text in ("NONE", "idk", "KHOOR null", "about"):
        assert by_name["encryption"].read(f'ANSWER: "{text}"') == text
    for text in ("pass", "skip", "about"):
        assert by_name["encryption"].read(f"ANSWER: {text}") == text
    assert _variable([None, 2], 3)("ANSWER: None") is None
    assert _variable([1, 2], [None])("ANSWER: [null]") == [None]


def test_the_order_of_what_a_question_lists_holds_that_and_nothing_else() -> None:
    def read(text: str, asked: str = "In which order do these come back? fa acf d, d", known: Any = None) -> Any:
        written = (known or written_in([example])).of_question(asked)
        return read_reply(f"ANSWER: {text}", "ANSWER", lambda text: read_answer("sequence", truth, text, written), "")

    truth = ["d", "d", "fa", "acf"]
    question = {"prompt": "In which order? b ac a", "answer": ["a", "b", "ac"], "comparator": "sequence"}
    example = Example(Call("questions", (0, 1, 1)), [question])
    for text in ("d, d, fa, acf", "acf fa d d", "path: D -> d -> acf -> fa", "d\nd\nfa\nacf", "**d**, d, fa and acf."):
        assert len(read(text)) == 4, text
    for text in ("d, fa, acf", "d, d, fa, acf, d, d, fa, acf", "d, fa, fa, acf", "x, y, z, w", "pass", "N/A", "d"):
        with pytest.raises(NotOfKind) as refusal:
            read(text)
        assert refusal.value.why == "items" or refusal.value.found == "acf, d, d, fa", text
    for text in ("anything but d, d, acf, fa", "d, d, acf, fa if even, d, d, fa, acf if odd", "d, d, fa, acf QED"):
        with pytest.raises(InvalidReply):
            read(text)
    assert read("d, fa, acf", asked="Which of these come back, in order? d, x, fa, acf, d") == ["d", "fa", "acf"]
    other = {"prompt": "Which come back? a b c", "answer": ["a", "c"], "comparator": "sequence"}
    some = written_in([example, Example(Call("questions", (0, 1, 1)), [other])])
    assert read("d, fa, acf", known=some) == ["d", "fa", "acf"]  # refusing it would tell that all of them come back


def test_an_answer_may_be_marked_in_chinese(answers: Answers) -> None:
    if answers.marker != "ANSWER":
        pytest.skip("the word is for an answer")
    for text, truth in answers.truths.items():
        for reply in (
            f"答案：{text}",
            f"因此，最终答案是：{text}",
            f"**正确答案:** {text}",
            f"ANSWER: no\n\n答案: {text}",
        ):
            assert answers.right(truth, reply), reply


def test_a_box_that_says_unknown_itself_keeps_the_word() -> None:
    def read(comparator: str, truth: Any, reply: str, *texts: str) -> Any:
        known = Written.in_texts(texts)
        return read_reply(reply, "ANSWER", lambda text: read_answer(comparator, truth, text, known), "missing")

    assert read("text", "open", "ANSWER: unknown", "unknown", "shut") == "unknown"
    assert read("text", "unknown", "ANSWER: unknown", "open", "shut") == "unknown"
    assert read("text", "shift 3", "ANSWER: shift 4", "rotate 2") == "shift 4"
    assert read("sequence", ["rotate", "swap"], "ANSWER: shift, swap", "shift", "swap") == ["shift", "swap"]
    for comparator, truth in (("text", "shut"), ("sequence", ["rotate", "swap"])):
        with pytest.raises(InvalidReply):
            read(comparator, truth, "ANSWER: unknown", "open", "shut")


def test_an_answer_of_a_type_that_no_variable_has_is_refused_with_the_reason() -> None:
    by_name = {answers.name: answers for answers in ANSWERS}
    numbers, texts = by_name["code: numbers and lists"], by_name["code: texts and floats"]
    for text, kind in (
        ("None", "None"),
        ("null", "None"),
        ("[None]", "None"),
        ("{3}", "a set"),
        ('["3"]', "a text"),
        ("'abc'", "a text"),
        ("{'x': 3}", "a dictionary"),
    ):
        with pytest.raises(InvalidReply, match=f"No variable here is {kind}"):
            numbers.read(f"ANSWER: {text}")
    assert texts.read('ANSWER: ["3", "4"]') == ["3", "4"]
    sets = _variable([{1}, 2], 3)
    assert [sets(f"ANSWER: {text}") for text in ("{3}", "{1, 22, 3}", "set()")] == [{3}, {1, 22, 3}, set()]
    nested = _variable([[(1, "a")]], [])
    assert nested("ANSWER: [(2, 'b')]") == [(2, "b")]
    with pytest.raises(InvalidReply, match="No variable here is a tuple"):
        nested("ANSWER: (2, 5)")
    assert _variable([1], {4})("ANSWER: {3}") == {3}


def test_an_answer_keeps_the_marks_that_answers_of_its_box_hold() -> None:
    """A mark that an answer may end with is part of it; the same mark is none where no answer ends so."""
    by_name = {answers.name: answers for answers in ANSWERS}
    for text in ("ok A!", "ok A", "ok A*"):
        assert by_name["freeform: signs of its own"].read(f"ANSWER: {text}") == text
    assert by_name["freeform: signs of its own"].read("ANSWER: **ok A+1**.") == "ok A+1"
    assert by_name["freeform: text"].read("ANSWER: New York!") == "New York"
    assert by_name["puzzle: grid"].read("ANSWER: A.B/....") == ["A.B", "..."]


def test_unmistakable_forms_without_a_marked_line(answers: Answers) -> None:
    if not answers.unmarked:
        pytest.skip("two markers are possible, and nothing says which is meant")
    replies = {
        said(form, answers.marker, text): truth
        for form in UNMARKED
        for text, truth in answers.truths.items()
        if not ('"' in text and "{" in form)
    }
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def test_a_last_line_that_is_called_the_result_is_an_answer(answers: Answers) -> None:
    if not answers.unmarked or answers.marker != "ANSWER":
        pytest.skip("only an answer is called so")
    forms = (
        *("I see.\n\nResult: X", "**Final result:** X", "So the solution is clear.\nSolution: X", "Thus.\n#### X"),
        *(
            "I see.\n\nMy guess: X",
            "Ans: X",
            *("Final: X", "<solution>X</solution>", 'final_answer("X")'),
            *("My prediction: X", "I would answer X.", "Antwort: X", "**Réponse :** X", "Respuesta: X", "Ответ: X"),
            *("回答：X", "答え: X"),
            "**My final guess:** X",
            "Thus.\nThe result is `X`.",
            *(
                'So the output must be "X"',
                "I took it for Y.\nThat was wrong.\nMy guess: X",
                "Hm.\nThat is wrong.\nResult: X",
            ),
        ),
    )
    replies = {of_two(form, answers, text, text): truth for form in forms for text, truth in answers.truths.items()}
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []
    for text in answers.truths:  # not on the way
        with pytest.raises(InvalidReply):
            answers.read(of_two("Result: X\nI am not sure yet.", answers, text, text))


ABOUT_SOMETHING_ELSE = (
    *("MARK: X\n\nMy first idea was a shift by 3.\nThat was wrong.", "MARK: X\n\nThat is not right?"),
    *("MARK: X\n\nGuess: yes", "Why not \\boxed{X}?"),
    *("\\boxed{X}\nThe output is 12 characters long.", "\\boxed{X}\nMy guess: the rule is a shift."),
    *("\\boxed{X}\nFinal: see above.", "\\boxed{X}\n\nI assumed a shift by 7 at first.\nIt was wrong."),
)
"""Lines that take back something else than the answer, or call something else a guess."""


DENIED_TAGS = (
    *(
        "It is not \\boxed{X}.",
        "The answer is not <answer>X</answer>",
        "It cannot be \\boxed{X}",
        "The answer is not:\n\\boxed{X}",
    ),
    *("\\boxed{X} is wrong.", "\\boxed{X} (wrong)", "~~\\boxed{X}~~"),
    "<answer>X</answer> is not right.",
)


def test_a_box_or_a_tag_that_is_denied_states_nothing(answers: Answers) -> None:
    if not answers.unmarked:
        pytest.skip("two markers are possible, or sentences are read")
    for text in answers.truths:
        for template in DENIED_TAGS:
            with pytest.raises(InvalidReply):
                answers.read(of_two(template, answers, text, text))


def test_what_is_taken_back_further_down_is_not_the_answer(answers: Answers) -> None:
    wrong = []
    for template in ABOUT_SOMETHING_ELSE:
        if "boxed" in template and not answers.unmarked:
            continue
        for text, truth in answers.truths.items():
            reply = of_two(template, answers, text, text)
            wrong += [] if answers.right(truth, reply) else [reply]
    assert wrong == []


def test_bodies_stand_one_per_line_without_brackets() -> None:
    physics = next(each for each in ANSWERS if each.name == "physics")
    for sign in (":", " ="):
        read = physics.read(f"ANSWER:\nball{sign} 1.5, -2, 3.25\ncube{sign} 0, 4, -5.125")
        assert read == {"ball": [1.5, -2.0, 3.25], "cube": [0.0, 4.0, -5.125]}


def test_the_special_forms_of_each_environment(answers: Answers) -> None:
    for text, truth in answers.also.items():
        assert answers.right(truth, f"{answers.marker}: {text}"), text


def test_what_cannot_be_an_answer_is_refused_with_the_reason(answers: Answers) -> None:
    for text in (*answers.refused, ""):
        with pytest.raises(InvalidReply) as refusal:
            answers.read(f"{answers.marker}: {text}")
        assert str(refusal.value).strip(), text
    for reply in ("", "I cannot tell.", f"I give no {answers.marker.lower()}", "\\boxed{}"):
        with pytest.raises(InvalidReply):
            answers.read(reply)


def test_no_clear_answer_is_refused(answers: Answers) -> None:
    if answers.environment == "knights":
        pytest.skip("it reads prose: tests/blackboxes/reasoning/knights/forms.py")
    pairs = list(zip(answers.truths, [*list(answers.truths)[1:], answers.refused[0]], strict=True))
    for form in NOT_READ:
        if answers.name == "encryption: query" and re.fullmatch(r"MARK: [\w\s]+", form):
            continue  # a plaintext may hold any words; its player reads what was asked
        if form == "X" and answers.alone:
            assert all(answers.right(truth, text) for text, truth in answers.truths.items())
            continue
        if form == "X" and answers.marker == "ANSWER":
            continue  # see test_an_answer_alone_is_one
        for one, other in pairs:
            reply = said(form.replace("Y", other), answers.marker, "\0").replace("\0", one)
            with pytest.raises(InvalidReply):
                pytest.fail(f"{reply!r} is read as {answers.read(reply)!r}")


def test_an_answer_alone_is_one(answers: Answers) -> None:
    if answers.marker != "ANSWER" or not answers.unmarked or answers.environment == "knights":
        pytest.skip("only an answer is read so")
    last = ("The output is X.", "Well.\nSo, X.", "This gives X.", '{"result": "X"}', "**X**", "X")
    for text, truth in answers.truths.items():
        read = 0
        for form in last:
            if '"' in form and ('"' in text or "\n" in text):
                continue
            with suppress(InvalidReply):
                assert answers.agree(truth, answers.read(form.replace("X", text))), form
                read += 1
        assert read or not re.search(r"\d|.[A-Z]", text) or "ok" in text, text
    for reply in ("I cannot tell.", "The output is scrambled.", "So, it depends.", "It's hard to say.", "Let me see"):
        with pytest.raises(InvalidReply):
            answers.read(reply)


def test_two_different_answers_are_refused(answers: Answers) -> None:
    if not answers.unmarked:
        pytest.skip("two markers are possible, and nothing says which is meant")
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    one, other = next(answers.pairs())
    for reply in (rf"\boxed{{{one}}} \boxed{{{other}}}", f"The {answers.marker.lower()} is {one}.\n\\boxed{{{other}}}"):
        with pytest.raises(InvalidReply):
            answers.read(reply)
    for between in (" or ", " (or ", " or else "):
        with pytest.raises(InvalidReply):
            answers.read(f"{answers.marker}: {one}{between}{other}{')' if '(' in between else ''}")


def of_two(template: str, answers: Answers, one: str, other: str) -> str:
    """Write two answers in a form."""
    return (
        said(template.replace("X", "\0").replace("Y", "\1"), answers.marker, "").replace("\0", one).replace("\1", other)
    )


def test_another_answer_beside_an_answer_is_a_second_one(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    read = []
    for one, other in answers.pairs():
        templates = [f"MARK: {beside}".replace("Z", stated) for beside in BESIDE for stated in STATED] + list(BELOW)
        for reply in (of_two(template, answers, one, other) for template in templates):
            with suppress(InvalidReply):
                found = answers.in_play(reply)
                read += [(reply, found)] if answers.environment != "knights" or None not in found else []
    assert read == []


def test_two_marked_answers_that_share_the_chance_are_two(answers: Answers) -> None:
    for one, other in answers.pairs():
        for form in (
            "MARK: X (60%)\nMARK: Y (40%)",
            "MARK: X (30%)\n\n**MARK: Y (70%)**",
            "MARK: X, 50%\nor\nMARK: Y, 50%",
        ):
            with pytest.raises(InvalidReply):
                answers.in_play(of_two(form, answers, one, other))


def test_an_answer_that_is_taken_back_where_it_stands_is_none(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    read = []
    for text in answers.truths:
        for reply in (of_two(template, answers, text, text) for template in TAKEN_BACK):
            with suppress(InvalidReply):
                found = answers.in_play(reply)
                read += [(reply, found)] if answers.environment != "knights" or None not in found else []
    assert read == []


def of_later(template: str, answers: Answers, first: str, later: str) -> list[str]:
    """Write an answer, and one in a form below: on the next line, behind a blank one, and further down."""
    return [
        of_two(f"MARK: Y{gap}{template}", answers, later, first)
        for gap in ("\n", "\n\n", "\n\nI looked at it again.\n\n")
    ]


def test_what_is_marked_as_an_answer_further_down_counts(answers: Answers) -> None:
    pairs = [(first, later) for one, other in answers.pairs() for first, later in ((one, one), (other, one))]
    replies = {
        reply: answers.truths[later]
        for template in STATED_AGAIN
        for first, later in pairs
        for reply in of_later(template, answers, first, later)
    }
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def test_what_states_another_answer_further_down_in_other_words_is_a_second_one(answers: Answers) -> None:
    if answers.name == "encryption: query":
        pytest.skip("a plaintext may hold any words; its player reads what was asked")
    read = []
    for one, other in answers.pairs():
        for template in (*IN_OTHER_WORDS, *POSSIBLE):
            for reply in of_later(template, answers, one, other):
                with suppress(InvalidReply):
                    found = answers.in_play(reply)
                    read += [(reply, found)] if answers.environment != "knights" or None not in found else []
    assert read == []


def test_words_beside_an_answer_that_deny_another_or_explain_it_are_none(answers: Answers) -> None:
    if answers.environment == "knights":
        pytest.skip("it reads prose: tests/blackboxes/reasoning/knights/forms.py")
    replies = {
        of_two(f"MARK: {form}", answers, one, other): answers.truths[one]
        for form in (*DENIED, *EXPLAINED)
        for one, other in answers.pairs()
    }
    assert [reply for reply, truth in replies.items() if not answers.right(truth, reply)] == []


def _of(name: str) -> Answers:
    return next(each for each in ANSWERS if each.name == name)


@pytest.mark.parametrize(
    ("name", "reply", "answer"),
    [
        (
            "physics",
            "So ball: (1.5, -2, 3.25); cube: (0, 4, -5.125)",
            {"ball": [1.5, -2, 3.25], "cube": [0, 4, -5.125]},
        ),
        (
            "physics",
            "ANSWER:\nball:\n- x = 1.5\n- y ≈ -2\n- z = 3.25\ncube:\n- x = 0\n- y = 4\n- z = -5.125",
            {"ball": [1.5, -2, 3.25], "cube": [0, 4, -5.125]},
        ),
        ("puzzle: list", "答案：1，2，13", [1, 2, 13]),
        ("puzzle: list", "ANSWER: 1、2、13", [1, 2, 13]),
        ("puzzle: list", "ANSWER: **1**, **2**, **13**", [1, 2, 13]),
        ("puzzle: list", 'ANSWER: ["1", "2", "13"]', [1, 2, 13]),
        ("puzzle: list", "ANSWER: $\\{1, 2, 13\\}$", [1, 2, 13]),
        ("puzzle: list", "It follows.\n\n```\n1, 2, 13\n```", [1, 2, 13]),
        ("puzzle: list", "It follows.\n\n| ANSWER |\n|---|\n| 1, 2, 13 |", [1, 2, 13]),
        ("puzzle: list", "It follows.\n\n1, 2, 13 is the answer.", [1, 2, 13]),
        ("puzzle: cell", "QUERY: cell (3, 4)", [3, 4]),
        ("puzzle: parts", "ANSWER: left: [1, 2] and right: 3.", {"left": [1, 2], "right": 3}),
        ("puzzle: parts", "The answer is left: [1, 2]; right: 3 (best guess).", {"left": [1, 2], "right": 3}),
        ("circuit", "This means the outputs are 1 0 1.", [1, 0, 1]),
        ("circuit", "ANSWER: $\\left[1, 0, 1\\right]$", [1, 0, 1]),
        ("circuit", "$$\\boxed{1\\ 0\\ 1}$$", [1, 0, 1]),
        ("code: numbers and lists", "The value is [1, 22, 3].", [1, 22, 3]),
        ("code: numbers and lists", "It returns at once.\n\nThe result is:\n\n**[1, 22, 3]**", [1, 22, 3]),
        (
            "physics",
            '{\n  "ball": [1.5, -2, 3.25],\n  "cube": [0, 4, -5.125]\n}',
            {"ball": [1.5, -2, 3.25], "cube": [0, 4, -5.125]},
        ),
        ("game", "MOVE: rock\n\nPlan:\n1. go left\n2. c3", "rock"),
        ("game", '{"reasoning": "it cycles", "action": "rock"}', "rock"),
        ("game", "答案：rock", "rock"),
    ],
)
def test_further_forms_of_one_clear_answer(name: str, reply: str, answer: Any) -> None:
    assert _of(name).read(reply) == answer


@pytest.mark.parametrize(
    "reply",
    [
        "ANSWER: 1, 2, 13\nANSWER: 1, 2, 12",
        "**ANSWER: 1, 2, 13**\n\n**ANSWER: 1, 2, 12**",
        "ANSWER (shot 1): 1, 2, 13\nANSWER (shot 2): 1, 2, 12",
        "ANSWER: 1, 2, 13\n\nEqually valid:\n\nANSWER: 1, 2, 12",
        "$$\\boxed{1, 2, 13}$$\n\nANSWER: 1, 2, 12",
        "ANSWER: 1, 2, 13\n\nRemaining: 1, 2, 13 or 1, 2, 12.",
        "ANSWER: 1, 2, 13\n\n~~1, 2, 13~~ 1, 2, 12",
        "For example:\nANSWER: 1, 2, 13",
        "ANSWER: **",
    ],
)
def test_what_says_not_which_of_two_is_meant_is_refused(reply: str) -> None:
    with pytest.raises(InvalidReply):
        pytest.fail(str(_of("puzzle: list").in_play(reply)))


TEXT_BELOW = (
    *("Y", "\nY", "\n```\nY\n```", "\nOr maybe:\nY", "\nPossible answers:\n\nY", "\nAlternatively:\nY"),
    *("\nThe rows are:\nkeb\n\nShift by three.\n\nY", "\nNo more turns.\nY"),
)
"""Where any text may be an answer, a text below it that nothing explains is another one."""
IN_A_SENTENCE = (
    *("Actually, I made a mistake in step 2, so the correct answer is Y.", "Actually, on closer inspection, it's Y."),
    *("Sorry for the confusion, the correct answer is Y.", "My apologies, the answer is Y."),
    *("Wait, I need to re-read it. It has a double letter, so the output is Y.", "Wait, let me recompute... Y."),
    *("Hold on, with step 2 this becomes Y.", "On reflection, step 2 applies, giving Y.", "No, I forgot step 2. So: Y"),
    *("Oops, I made a mistake. Let me fix: Y", "Edit: I made an error in step 2; the output is Y.", "Nope, Y."),
    *("Update after rechecking: Y", "Correction (I skipped a letter): Y", "*Correction*: Y", "Should be Y."),
    *("I'd go with Y.", "Going with Y.", "I now get Y.", "Rechecking gives Y.", "After double-checking: Y"),
    *("That should read Y.", "I meant to say Y.", "More precisely: Y", "Amended: Y", "Second attempt: Y"),
    *("Alternative: Y", "Backup: Y", "Option 2: Y", "Runner-up: Y", "If that is not accepted: Y", "More likely Y."),
    *("It may also be Y, but I'm not sure.", "A second candidate is Y.", "Y also fits.", "Y is more likely."),
    *("Not a but Y.", "Equivalently, Y.", "b) Y", "(b) Y", "Either this or Y.", "With the other rule: Y", "Y, final."),
    *(
        "Unless the rule differs, in which case Y.",
        "If wraparound applies, Y.",
        "Two candidates: X and Y.",
        "1. Y",
        "(Y)",
    ),
    *("However, it could also be Y.", "It could also be Y, however."),
    "The answer is not certain; Y is equally likely.",
    *("| Y |", "X → Y", "X should be Y", "Not X, Y!", "Not X but Y.", "Read Y for X.", "Replace X with Y."),
    *("The result is Y.", "So, the final output is Y.", "Y is my final answer.", "Y is correct.", "Y!"),
    *("Y is also possible.", "It might be Y instead.", "That said, Y can't be ruled out.", "I can't rule out Y."),
    *("I also considered Y.", "I was also thinking of Y.", "I would also accept Y.", "Y cannot be excluded either."),
    *("🤔 Maybe Y?", "P.S. If wrong, then Y.", "~~X~~ → Y", "Scrap that: Y", "A close second: Y", "Less likely: Y"),
    *("There is a small chance that it is Y.", "Strictly speaking, Y.", "Though Y is possible.", "Y would also fit."),
    *("It may also be Y depending on the reading.", "The alternative Y is equally plausible."),
)
"""A line below an answer that states another one in the midst of a sentence."""


@pytest.mark.parametrize("other", ["q", "wsrtl", "qrst uvw", "wsrtlxyzzybrk" * 3])
def test_a_sentence_below_an_answer_may_state_another_one(other: str) -> None:
    for one, two in (("wkhvkliwlvpryhgb", other), ("7312", "86")):
        for sentence in IN_A_SENTENCE:
            below = sentence.replace("X", one).replace("Y", two)
            assert unsure(f"ANSWER: {one}\n\n{below}", ("ANSWER",)) == "goes_on", below


def test_a_sign_right_behind_the_marker_may_be_the_answers_own() -> None:
    known = Written.in_texts(("+=-", "=+5", "-0+", "5=", "+"))

    def read(reply: str, truth: str) -> Any:
        return read_reply(reply, "ANSWER", lambda text: read_answer("text", truth, text, known), "missing")

    for text in ("=++", "==-", "=5", "+=-", "-5", "+", "-+="):
        for form in (
            "ANSWER:X",
            "ANSWER: X",
            "**ANSWER:** X",
            "ANSWER:\nX",
            "ANSWER = X",
            "ANSWER := X",
            "ANSWER is X",
        ):
            assert read(form.replace("X", text), text) == text, (form, text)
        for form in (
            "The answer is X.",
            "<answer>X</answer>",
            "\\boxed{X}",
            "ANSWER:X\n\nThat is final.",
            "ANSWER: X.",
        ):
            assert read(form.replace("X", text), text) == text, (form, text)


def test_a_short_marker_is_one_where_it_can_be_no_name(answers: Answers) -> None:
    if answers.marker != "ANSWER" or answers.environment in ("knights", "knowlogic"):
        pytest.skip("only an answer is marked so, and not where A is somebody's name")
    for text, truth in answers.truths.items():
        if "\n" in text or "ok" in text or not re.search(r"\d|.[A-Z]", text):
            continue
        for form in ("A: X", "**A:** X", "Q: What comes out?\nA: X", "It follows from the rule.\n\nA: X"):
            assert answers.right(truth, form.replace("X", text)), form
        for form in ("B: 1\nA: X", "A is the second one.\nA: X", "A: X\nB: 2", "1: 0\nA: X", "A: X\n\nNow the rest."):
            with pytest.raises(InvalidReply):
                answers.read(form.replace("X", text))


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("A lamp is lit. Write letters (A-Z).", True),
        ("The bodies A and B move.", False),
        ("A is a bound.", False),
        ("The cells are `A` to `C`.", False),
        (None, False),
    ],
)
def test_a_short_marker_is_none_where_the_box_names_something_so(told: str | None, read: bool) -> None:
    def number(said: str) -> int:
        return int(said) if said.isdecimal() else int(_refuse(said))

    with suppress(InvalidReply):
        assert read_reply("A: 12", "ANSWER", number, "missing", told) == 12
        assert read
        return
    assert not read


def test_a_token_that_comes_out_is_an_answer_where_any_text_may_be_one() -> None:
    def text(said: str) -> str:
        return said if re.fullmatch(r"[a-z ]+", said) else str(_refuse(said))

    for form in (
        "The output is X.",
        "It follows.\nThe result is X",
        "So the ciphertext is `X`.",
        'The output must be "X".',
    ):
        assert read_reply(form.replace("X", "wkhvkliw"), "ANSWER", text, "missing") == "wkhvkliw"
    for words in ("scrambled", "longer", "nonsense", "unclear", "alphabetical", "longer than abc", "wkh vkliw"):
        with pytest.raises(InvalidReply):
            read_reply(f"The output is {words}.", "ANSWER", text, "missing")


def test_one_value_in_brackets_is_that_value_where_no_variable_is_a_list() -> None:
    numbers, texts, lists = _variable([1, 12], 3), _variable(["12", "abc"], "abc"), _variable([1, [2]], 3)
    for text in ("[3]", "**[3]**", "`[3]`.", "[ 3 ]", "i = [3]"):
        assert numbers(f"ANSWER: {text}") == 3, text
    assert texts("ANSWER: ['abd']") == "abd"
    assert lists("ANSWER: [3]") == [3]
    with pytest.raises(InvalidReply, match="No variable here is a list, or holds one"):
        numbers("ANSWER: [1, 2]")
    assert _variable([1, 12], [3])("ANSWER: [3]") == [3]


@pytest.mark.parametrize("usual", [[1, [2]], [[1.5, 2.0], 3], [(1.5, 2), 3]])
@pytest.mark.parametrize("row", ["1, 2, 3.", "1.5, 2.5, 3.", "2, 3."])
def test_a_stop_behind_a_row_of_numbers_is_no_decimal_point(usual: list[Any], row: str) -> None:
    with pytest.raises(Ambiguous, match=r"3\. may be a whole number at the end of a sentence"):
        _variable(usual, usual[0])(f"ANSWER: {row}")


def test_a_correction_may_begin_with_dots() -> None:
    for below in ("Correction: ..C.", "Or ..C.", "→ ..C.", "- ..C.", "Sorry, I meant ..C.", "..C. instead.", "..C.?"):
        assert unsure(f"ANSWER: .C..\n\n{below}", ("ANSWER",)) == "goes_on", below


def test_a_list_may_stand_over_several_lines() -> None:
    def numbers(said: str) -> list[int]:
        return [int(n) for n in said[1:-1].split(",")] if re.fullmatch(r"\[[\d, ]+\d\]", said) else list(_refuse(said))

    for reply in ("ANSWER: [\n  17,\n  18,\n]", "ANSWER:\n```\n[\n17,\n18\n]\n```"):
        assert read_reply(reply, "ANSWER", numbers, "missing") == [17, 18]


def test_an_answer_above_is_no_answer() -> None:
    for form in ("above", "shown above", "as above", "the above", "see above."):
        with pytest.raises(InvalidReply):
            read_reply(f"ANSWER: {form}", "ANSWER", lambda said: said, "missing")


@pytest.mark.parametrize("other", ["q", "wsrtl", "qrst uvw", "wsrtlxyzzybrk" * 3])
def test_below_a_text_stands_another_one_of_any_length(other: str) -> None:
    def read(text: str) -> str:
        return text if text.isprintable() and text else str(_refuse(text))

    for below in TEXT_BELOW:
        reply = "ANSWER: wkhvkliwlvpryhgb\n" + below.replace("Y", other)
        if unsure(reply, ("ANSWER",)) is None:
            with pytest.raises(Ambiguous):
                read_reply(reply, "ANSWER", read, "missing")


def test_many_words_beside_an_answer_are_read_in_time() -> None:
    def read(text: str) -> str:
        return text if text == "a" else str(_refuse(text))

    fitting = "Y" + " fits with also" * 60 + " matches all fits my also" * 60 + " #"
    for reply in (
        *("ANSWER: " + "a — " * 4_900, "ANSWER: a\n" + "a\n" * 49_000, "ANSWER: a\n" + "no, a\n" * 16_000),
        *(f"ANSWER: a\n\n{fitting}", "ANSWER: a\n\nY" + " is consistent with also" * 60 + " #"),
        *("ANSWER: a\n\n" + "if a, the output is a → " * 40, "ANSWER: a\n\n" + "Two candidates: a, " * 50),
    ):
        before = time.process_time()
        assert read_reply(reply, "ANSWER", read, "missing") == "a"
        assert time.process_time() - before < 2


def test_slightly_wrong_answers_stay_wrong_in_every_form() -> None:
    """More than 6,720 slips, each in another form, are read as wrong answers or refused: never as the right one."""
    rng, tried = random.Random(13), 0
    for answers in ANSWERS:
        for truth, reply in slips(answers, rng):
            assert not answers.right(truth, reply), (answers.name, truth, reply)
            tried += 1
    assert tried >= 6_720


def test_no_hostile_reply_crashes_or_hangs_a_reader() -> None:
    for number, answers in enumerate(ANSWERS):
        valid = [f"{answers.marker}: {text}" for text in answers.truths]
        for reply in islice(hostile_replies(valid, seed=number), 1_000):  # whole episodes get ten thousand
            try:
                answers.read(reply[:MAX_REPLY])
            except InvalidReply as refusal:
                assert len(str(refusal)) < 6_000


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "ANSWER: " + " " * n + "x",
        lambda n: "ANSWER: " + "(" * n,
        lambda n: "x " + " " * n + "x",
        lambda n: "<eos>" * (n // 5) + "x" + "<eos> " * (n // 12),
        lambda n: "ANSWER: " + "\\boxed{" * (n // 7),
        lambda n: "\\boxed{" * (n // 7),
        lambda n: "<answer>" * (n // 8),
        lambda n: "<think>" * (n // 7),
        lambda n: "</think>" * (n // 8),
        lambda n: "*_`" * (n // 3) + "ANSWER: x",
        lambda n: "answer is " * (n // 10),
        lambda n: "ANSWER: " + '{"answer": ' * (n // 11),
        lambda n: "ANSWER: " + "a — " * (n // 4),
        lambda n: "1. " * (n // 3) + "ANSWER",
        lambda n: "ANSWER:\n" + "1. a\n" * (n // 5),
        lambda n: "ANSWER: " + "- 3 — " * (n // 6),
        lambda n: "ANSWER: -" + " " * n + "3",
        lambda n: "based on " * (n // 9) + "the answer is 3",
        lambda n: "ANSWER" + " " * n + "to",
        lambda n: "ANSWER: 1\n\n" + "2\n\n" * (n // 3),
        lambda n: "ANSWER: 1\n\n" + ("2 " * 1_900 + "\n\n") * (n // 3_802),
        lambda n: "ANSWER:\n" + "-" * n + "x",
        lambda n: "ANSWER: 1\nWait. " + "It is 2. " * (n // 9),
        lambda n: "new final " * (n // 10) + "answer: 3",
        lambda n: "ANSWER: 1\n" + "hold on, " * (n // 9),
        lambda n: "ANSWER: 1." + " × 10^" * (n // 6),
        lambda n: "ANSWER: 1\n" + "I also considered " * (n // 18),
        lambda n: "ANSWER: 1\n" + "if a; " * (n // 6),
        lambda n: "for example " * (n // 12) + "\nANSWER: 1",
        lambda n: "e.g.\nANSWER: 1\n" * (n // 15),
        lambda n: "answer(1" + ") " * (n // 2) + "x",
        lambda n: "A: " + " " * n + "x",
        lambda n: "A. " * (n // 3) + "\nA: x",
        lambda n: "ANSWER: 1\n" * (n // 20) + "\n" * (n // 2) + "ANSWER: 1 5%",
    ],
)
def test_reading_time_grows_with_the_length_alone(make: Callable[[int], str]) -> None:
    """Ten times the length takes nowhere near a hundred times as long: no pattern backtracks."""

    def seconds(reply: str) -> float:
        best = 1e9
        for _ in range(3):
            before = time.process_time()
            with suppress(InvalidReply):
                read_reply(reply, "ANSWER", _refuse, "missing")
            with suppress(InvalidReply):
                read_move(reply, {"ANSWER": _refuse}, _names_alone, "missing")
            best = min(best, time.process_time() - before)
        return best

    assert seconds(make(MAX_REPLY)) < 40 * seconds(make(MAX_REPLY // 10)) + 0.2


def _refuse(text: str) -> Any:
    raise InvalidReply(text[:10])


def _names_alone(lines: Sequence[str]) -> Move:
    raise InvalidReply(str([name_alone(line, ("zinc", "iron ore")) for line in lines[:2]]))


def test_a_statement_is_the_line_and_what_follows_it() -> None:
    found = last_marked("MOVE: a\nANSWER: b\nc\n\nd", ("MOVE", "ANSWER"))
    assert found is not None
    assert (found.marker, found.texts) == ("ANSWER", ("b", "b\nc"))
    assert last_marked("ANSWER: b\nANSWER:", ("ANSWER",)) is None


def test_forms_go_from_the_outside_to_the_core() -> None:
    assert list(forms(' **"a b"**. ')) == ['**"a b"**.', '**"a b"**', '"a b"', "a b"]
    assert list(forms("ciphertext: `x`")) == ["ciphertext: `x`", "`x`", "x"]
    assert list(forms("x is the result.")) == ["x is the result.", "x"]
    assert [named(text) for text in ("x is the result", "word: x", "x is right", "x")] == ["result", "word", "", None]
    assert list(forms("x (or y)")) == ["x (or y)"]
    assert len(list(forms("(" * 500 + ")" * 500))) <= 12


def test_another_number_of_items_than_all_worked_answers_have_is_refused() -> None:
    pair = Written(holds=frozenset(("digits",)), count=2)
    assert read_answer("sequence", [24, 173], "24, 173", pair) == ["24", "173"]
    with pytest.raises(NotOfKind) as refusal:
        read_answer("sequence", [24, 173], "24, 173, 30, 679", pair)
    assert (refusal.value.why, refusal.value.found) == ("count", "2")
    assert read_answer("sequence", [24, 173, 30], "24, 173", pair) == ["24", "173"]


def test_a_word_that_the_box_says_is_an_answer_where_others_are_numbers() -> None:
    """To refuse `none` told that there were stops."""
    lift = Written.in_texts(["3 8", "none"])
    assert read_answer("sequence", [3, 8], "none", lift) == ["none"]
    assert read_answer("sequence", ["none"], "3, 8", lift) == ["3", "8"]
    with pytest.raises(NotOfKind) as refusal:
        read_answer("sequence", [3, 8], "three", lift)
    assert refusal.value.why == "numbers"


@pytest.mark.parametrize(
    "said",
    [
        "故选：AC",
        "综上，故选AC。",
        "正确选项：A、C",
        "The correct options are A and C.",
        "**Correct options:** A, C",
        "So options A and C are correct.",
    ],
)
def test_letters_are_read_from_a_last_line_that_says_which_are_correct(said: str) -> None:
    assert read_letters(f"Let me see.\n\n{said}", LETTER_OPTIONS, "missing", "refused") == "AC"


@pytest.mark.parametrize("said", ["A and C are wrong.", "The correct options are few.", "I would not 选 A 或 C"])
def test_letters_are_not_read_from_another_last_line(said: str) -> None:
    with pytest.raises(InvalidReply):
        read_letters(said, LETTER_OPTIONS, "missing", "refused")


@pytest.mark.parametrize(
    ("truth", "answer", "right"),
    [
        ("604,124,7", "604, 124, 7", True),
        ("604,124,7", "604 124 7", True),
        ("604,124,7", "604,1247", False),
        ("604,124,7", "604, 124", False),
        ("604 124", "604,124", False),
        ("6,0 4", "6,04", False),
    ],
)
def test_of_numbers_with_commas_between_them_the_numbers_count(truth: str, answer: str, right: bool) -> None:
    assert EncryptionFamily().compare(TextRules(TextDomain()), truth, answer).right is right


@pytest.mark.parametrize("text", ["3.0", "5e0", "True", "[3.0, 22]"])
def test_numbers_with_a_point_are_refused_where_no_variable_is_one(text: str) -> None:
    (integers,) = (answers for answers in ANSWERS if answers.name == "code: numbers and lists")
    with pytest.raises(InvalidReply):
        integers.read(f"ANSWER: {text}")


def test_values_that_are_named_stand_in_the_order_of_the_question() -> None:
    known = Written.in_texts(["205, 40, 165"]).of_question("What do X, Y and Z show?")
    for answer in ("X = 205, Y = 40, Z = 165", "Z: 165; X: 205; Y: 40", '{"X": 205, "Y": 40, "Z": 165}'):
        assert read_answer("sequence", [205, 40, 165], answer, known) == ["205", "40", "165"]
    with pytest.raises(NotOfKind):
        read_answer("sequence", [205, 40, 165], "A = 205, B = 40, C = 165", known)


def test_commas_stand_for_blanks_where_no_answer_holds_one() -> None:
    assert read_answer("text", "no ok A+1", "no, ok, A+1", Written.in_texts(["ok no ok"])) == "no ok A+1"
    with pytest.raises(NotOfKind):
        read_answer("text", "ok no", "ok no, no ok", Written.in_texts(["ok no ok"]))
