"""Replies that must be JSON: where it is found, when it is refused, how it is asked for again."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from boxwright.harness.chat import BadReply, Message, ProviderFailed, RepairWords, Reply, Request, Usage, ask_structured
from boxwright.harness.chat.structured import find_json

from .conftest import ask


class Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    verdict: Literal["right", "wrong"]
    lines: tuple[int, ...] = ()


RIGHT = '{"verdict": "right", "lines": [3]}'
WRONG = '{"verdict": "wrong", "lines": []}'


class Scripted:
    """Says what a test wrote down; a double of a model's interface, never a model."""

    name = "scripted"

    def __init__(self, *replies: Reply | str) -> None:
        self._replies = list(replies)
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        if not self._replies:
            raise ProviderFailed("the script is at its end")
        reply = self._replies.pop(0)
        return Reply(text=reply, usage=Usage(calls=1)) if isinstance(reply, str) else reply


FOUND = {
    "bare": (RIGHT, "right"),
    "in a fence": (f"Well:\n```json\n{RIGHT}\n```\nDone.", "right"),
    "in a fence without a label": (f"```\n{RIGHT}\n```", "right"),
    "in the last of several fences": (f"```json\n{WRONG}\n```\nNo:\n```json\n{RIGHT}\n```", "right"),
    "in the last fence that is JSON": (f"```json\n{RIGHT}\n```\n```\nnot {{ this\n```", "right"),
    "in a fence before a list": (f"```json\n{RIGHT}\n```\n```json\n[1, 2]\n```", "right"),
    "in a fence after mentions of braces": (f"A {{}} or {{x}}.\n```json\n{RIGHT}\n```\nNot {{}}.", "right"),
    "in prose": (f"I think {RIGHT} is it.", "right"),
    "last in prose": (f"First {WRONG}, but then {RIGHT}.", "right"),
    "after braces that are no JSON": (f"In {{a}}, {{'b': 1}} and f(x) {{ return }}: {RIGHT}", "right"),
    "over several lines": (json.dumps(json.loads(RIGHT), indent=2), "right"),
    "with windows line ends": (f"Well:\r\n```json\r\n{RIGHT}\r\n```\r\n", "right"),
}


@pytest.mark.parametrize("kind", FOUND)
def test_json_is_found(kind: str) -> None:
    reply, expected = FOUND[kind]
    model = Scripted(reply)
    verdict, replies = ask_structured(model, ask("?"), Verdict)
    assert verdict.verdict == expected
    assert [r.text for r in replies] == [reply]


REFUSED = {
    "nothing": ("incorrect", "there is no JSON object in it"),
    "a word of it": ('"right"', "Input should be an object"),
    "a list": ("[1]", "Input should be an object"),
    "another value": ('{"verdict": "incorrect"}', "verdict: Input should be 'right' or 'wrong' .got 'incorrect'"),
    "a key too many": ('{"verdict": "right", "why": "x"}', "why: Extra inputs are not permitted"),
    "a key too few": ("{}", "verdict: Field required$"),
    "a wrong item": ('{"verdict": "right", "lines": [1, "x"]}', r"lines\.1: Input should be a valid integer"),
    "a key twice": ('{"verdict": "right", "verdict": "wrong"}', "the key 'verdict' twice"),
    "a key twice, after a good one": (f'{RIGHT}\n{{"verdict": "right", "verdict": "wrong"}}', "'verdict' twice"),
    "a key twice further down": ('{"verdict": "right", "lines": [{"a": 1, "a": 1}]}', "the key 'a' twice"),
    "not a number": ('{"verdict": "right", "lines": [NaN]}', "NaN, which is no finite number"),
    "too big a number": ('{"verdict": "right", "lines": [1e999]}', "1e999, which is no finite number"),
    "too long a number": ('{"verdict": "right", "lines": [' + "9" * 5000 + "]}", "a number that is too long"),
    "too deep": ("[" * 100_000, "there is no JSON object"),
    "too deep an object": ('{"a":' * 100_000, "nested too deeply"),
    "half a character": ('{"verdict": "\\ud800"}', "Invalid JSON|Input should be"),
    "not closed": ('Look:\n{"verdict": "right", "lines": [{"a": {}}', "starts at line 2 is broken or not closed"),
    "single quotes": ("{'verdict': 'right'}", "starts at line 1 is broken or not closed"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_does_not_fit_is_refused_with_a_reason(kind: str) -> None:
    text, reason = REFUSED[kind]
    with pytest.raises(BadReply, match=reason) as caught:
        ask_structured(Scripted(text), ask("?"), Verdict, repairs=0)
    assert [reply.text for reply in caught.value.replies] == [text]
    assert "\n" not in str(caught.value)


def test_it_is_asked_again_with_the_reply_and_the_reason() -> None:
    model = Scripted("incorrect", '{"verdict": "incorrect"}', RIGHT)
    verdict, replies = ask_structured(model, ask("?", step="judge/2"), Verdict)
    assert verdict == Verdict(verdict="right", lines=(3,))
    assert len(replies) == 3
    assert [request.step for request in model.asked] == ["judge/2", "judge/2~1", "judge/2~2"]
    first, second, third = (request.messages for request in model.asked)
    assert second[:-2] == first
    assert second[-2] == Message(role="assistant", content="incorrect")
    assert second[-1].role == "user"
    assert "there is no JSON object in it" in second[-1].content
    assert third[:-2] == second
    assert "'right' or 'wrong'" in third[-1].content


def test_after_the_last_repair_it_ends_with_all_replies() -> None:
    model = Scripted("no", "no", "no", RIGHT)
    with pytest.raises(BadReply, match=r"^scripted was asked 3 times for coder write/1; .* no JSON object") as caught:
        ask_structured(model, ask("?"), Verdict)
    assert [reply.text for reply in caught.value.replies] == ["no", "no", "no"]


def test_a_refusal_ends_at_once_even_if_it_looks_like_an_answer() -> None:
    model = Scripted(Reply(text=RIGHT, finish="refused"), RIGHT)
    with pytest.raises(BadReply, match="refused to answer"):
        ask_structured(model, ask("?"), Verdict)
    assert len(model.asked) == 1


def test_a_cut_reply_is_asked_for_again_in_its_own_words_even_if_it_looks_whole() -> None:
    model = Scripted(Reply(text=WRONG, finish="length"), RIGHT)
    verdict, _ = ask_structured(model, ask("?", limit=123), Verdict)
    assert verdict.verdict == "right"
    assert "longer than 123 tokens" in model.asked[1].messages[-1].content


def test_a_cut_reply_without_text_is_not_sent_back_as_an_empty_message() -> None:
    model = Scripted(Reply(text="", finish="length"), RIGHT)
    ask_structured(model, ask("?"), Verdict)
    assert [message.role for message in model.asked[1].messages] == ["system", "user", "user"]


def test_a_reply_that_stays_cut_ends_with_that_reason() -> None:
    model = Scripted(*[Reply(text="{", finish="length")] * 2)
    with pytest.raises(BadReply, match="it was cut off at the token limit"):
        ask_structured(model, ask("?"), Verdict, repairs=1)


def test_the_words_come_from_the_caller() -> None:
    model = Scripted("no", Reply(text="", finish="length"), RIGHT)
    words = RepairWords(invalid="Faux: {reason}", cut="Coupé: {limit}")
    ask_structured(model, ask("?", limit=5), Verdict, words=words)
    assert model.asked[1].messages[-1].content == "Faux: there is no JSON object in it"
    assert model.asked[2].messages[-1].content == "Coupé: 5"


def test_a_model_that_fails_is_no_bad_reply() -> None:
    with pytest.raises(ProviderFailed):
        ask_structured(Scripted("no"), ask("?"), Verdict)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
prose = st.text(st.characters(exclude_characters='{}`~"', exclude_categories=["Cs"]), max_size=30)


@given(st.dictionaries(st.text(), json_values, max_size=4), prose, prose, st.sampled_from([None, 2]))
def test_any_object_is_found_between_prose(
    value: dict[str, object], before: str, after: str, indent: int | None
) -> None:
    assert json.loads(find_json(f"{before}\n{json.dumps(value, indent=indent)}\n{after}")) == value


@given(st.text(st.sampled_from('{}[]":,1a \n`'), max_size=40))
def test_whatever_a_model_says_there_is_json_or_a_reason(text: str) -> None:
    try:
        found = find_json(text)
    except ValueError as error:
        assert str(error)
    else:
        json.loads(found)


@pytest.mark.parametrize("braces", ["{" * 2_000_000, "{\n" * 1_000_000, "x {" * 300_000])
def test_braces_without_end_are_given_up_soon(braces: str) -> None:
    with pytest.raises(ValueError, match="too many braces"):
        find_json(f"here: {braces}")
