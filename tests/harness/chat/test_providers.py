"""Both SDK clients against a stand-in that speaks their wire formats: what is sent, and what comes back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest

from boxwright.harness.chat import ContextOverflow, ProviderFailed, Reply, Request, Usage

from .conftest import Open, ask
from .provider_server import Answer, ProviderServer, as_events, as_json
from .wire import KEY, AnthropicWire, OpenAIWire, Tokens, Wire

DETAILED = Tokens(input=11, cached=5, output=7, reasoning=3)


def test_a_reply_comes_back_with_text_reasoning_usage_and_the_providers_name(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.reply("A lamp.", reasoning="It glows.", tokens=DETAILED))
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.text, reply.reasoning, reply.finish) == ("A lamp.", "It glows.", "stop")
    assert reply.usage == Usage(input=11, cached=5, output=7, reasoning=3, calls=1)
    assert reply.model == "own-name-2026"


def test_openai_receives_the_conversation_and_nothing_else(
    server: ProviderServer, opened: Open, question: Request
) -> None:
    wire = OpenAIWire()
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server)).ask(question)
    (sent,) = server.received
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body == {
        "model": "own-name",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "What is it?"}],
        "max_tokens": 900,
    }


def test_anthropic_receives_the_conversation_and_no_temperature(
    server: ProviderServer, opened: Open, question: Request
) -> None:
    wire = AnthropicWire()
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server)).ask(question)
    (sent,) = server.received
    assert sent.path == "/v1/messages"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.headers["x-api-key"] == KEY
    assert sent.body == {
        "model": "own-name",
        "system": "Be brief.",
        "messages": [{"role": "user", "content": "What is it?"}],
        "max_tokens": 900,
        "stream": True,
    }


def test_the_parameters_and_headers_of_the_spec_are_sent(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.reply("A lamp."))
    given = {"temperature": 0, "nested": {"effort": "high"}}
    opened(wire.spec(server, parameters=given, headers={"X-Lab": "seven"}, max_output_tokens=100)).ask(question)
    (sent,) = server.received
    assert sent.body["temperature"] == 0
    assert sent.body["nested"] == {"effort": "high"}
    assert sent.body["max_tokens"] == 100
    assert sent.headers["x-lab"] == "seven"


def test_a_server_may_call_the_limit_otherwise(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = OpenAIWire()
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server, output_limit_name="max_completion_tokens", max_output_tokens=50)).ask(question)
    assert server.received[0].body["max_completion_tokens"] == 50
    assert "max_tokens" not in server.received[0].body


def test_openai_itself_is_told_the_limit_in_its_own_word(
    server: ProviderServer, opened: Open, question: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = OpenAIWire()
    monkeypatch.setattr("boxwright.harness.chat.openai_model.OPENAI_URL", f"{server.url}/v1")
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server, base_url=None)).ask(question)
    assert server.received[0].body["max_completion_tokens"] == 900
    assert "max_tokens" not in server.received[0].body


def test_a_server_without_a_key_is_sent_none(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = OpenAIWire()
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server, key_env=None)).ask(question)
    assert "authorization" not in server.received[0].headers
    assert KEY not in str(server.received[0])


def test_a_conversation_of_several_turns_is_sent_in_order(wire: Wire, server: ProviderServer, opened: Open) -> None:
    server.will(wire.reply("Yes."))
    opened(wire.spec(server)).ask(ask("One?", "Two.", "Three?"))
    spoken = [m for m in server.received[0].body["messages"] if m["role"] != "system"]
    assert [(m["role"], m["content"]) for m in spoken] == [
        ("user", "One?"),
        ("assistant", "Two."),
        ("user", "Three?"),
    ]


@pytest.mark.parametrize("ending", ["length", "refused"])
@pytest.mark.parametrize("text", ["A lam", None])
def test_a_cut_and_a_refused_reply_are_replies(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, ending: Any, text: str | None
) -> None:
    server.will(wire.reply(text, ending=ending))
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.finish, reply.text) == (ending, text or "")
    assert reply.usage == Usage(input=11, output=7, calls=1)


def test_openai_refuses_in_a_field_of_its_own(server: ProviderServer, opened: Open, question: Request) -> None:
    message = {"role": "assistant", "content": None, "refusal": "I will not."}
    server.will(as_json({"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))
    reply = opened(OpenAIWire().spec(server)).ask(question)
    assert (reply.finish, reply.text) == ("refused", "I will not.")


def test_a_request_that_is_filtered_is_refused(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.error(400, "The prompt was filtered.", "content_filter"))
    assert opened(wire.spec(server)).ask(question).finish == "refused"


def test_without_usage_tokens_are_estimated_and_flagged(
    server: ProviderServer, opened: Open, question: Request
) -> None:
    message = {"role": "assistant", "content": "12345678"}
    server.will(as_json({"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))
    usage = opened(OpenAIWire().spec(server)).ask(question).usage
    assert usage == Usage(input=3 + 3, output=2, calls=1, estimated=True)


def test_anthropics_input_written_to_a_cache_counts_as_input(
    server: ProviderServer, opened: Open, question: Request
) -> None:
    events = AnthropicWire().events("A lamp.", "end_turn", "", Tokens(input=11, cached=5, output=7))
    events[0]["message"]["usage"]["cache_creation_input_tokens"] = 100
    server.will(as_events(*events))
    reply = opened(AnthropicWire().spec(server)).ask(question)
    assert reply.usage == Usage(input=111, cached=5, output=7, calls=1)


def test_a_conversation_that_is_too_long_says_so_at_once(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    server.will(wire.too_long())
    with pytest.raises(ContextOverflow, match=r"own-name says that the conversation is too long \(HTTP 400\)"):
        opened(wire.spec(server)).ask(question)
    assert slept == []


def test_a_code_is_enough_to_know_that_the_conversation_is_too_long(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    kind = {"openai": "context_length_exceeded", "anthropic": "request_too_large"}[wire.provider]
    server.will(wire.error(413, "Too much.", kind))
    with pytest.raises(ContextOverflow, match="Too much"):
        opened(wire.spec(server)).ask(question)


def test_anthropic_may_notice_while_it_writes_that_the_conversation_is_too_long(
    server: ProviderServer, opened: Open, question: Request
) -> None:
    events = AnthropicWire().events("A la", "model_context_window_exceeded", "", Tokens())
    server.will(as_events(*events))
    with pytest.raises(ContextOverflow) as caught:
        opened(AnthropicWire().spec(server)).ask(question)
    assert caught.value.usage == Usage(input=11, output=7, calls=1)


def test_a_refused_key_is_one_line_that_names_the_variable_and_not_the_key(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.error(401, f"Incorrect key provided:\n{KEY}.", "authentication_error"))
    with pytest.raises(ProviderFailed) as caught:
        opened(wire.spec(server)).ask(question)
    assert str(caught.value) == (
        f"{wire.provider} own-name answered with an error (HTTP 401), after 1 attempt: Incorrect key provided: ***; "
        f"the key comes from the environment variable {wire.provider.upper()}_API_KEY"
    )


MALFORMED: dict[str, Callable[[Wire], Answer]] = {
    "an error under status 200": lambda wire: as_json({"error": {"message": "Upstream is ill.", "code": 502}}),
    "an error without a code": lambda wire: as_json({"error": {"message": "Upstream is ill."}}),
    "an error that is a word": lambda wire: as_json({"error": "Upstream is ill."}),
    "an empty object": lambda wire: as_json({}),
    "a list": lambda wire: as_json([1, 2]),
    "null": lambda wire: as_json(None),
    "no choices": lambda wire: as_json({"choices": []}),
    "choices of nothing": lambda wire: as_json({"choices": [None]}),
    "a reply that broke off": lambda wire: as_json(
        {"choices": [{"index": 0, "message": {"content": "A la"}, "finish_reason": "error"}]}
    ),
    "no JSON": lambda wire: Answer(body=b"<html>busy</html>"),
    "a page": lambda wire: Answer(body=b"<html>busy</html>", headers={"content-type": "text/html"}),
    "brackets without end": lambda wire: Answer(body=b"[" * 200_000),
    "a stream of brackets without end": lambda wire: dataclasses.replace(
        as_events(), body=b"data: " + b"[" * 200_000 + b"\n\n"
    ),
    "no body": lambda wire: Answer(),
    "an empty stream": lambda wire: as_events(),
    "a stream of something else": lambda wire: as_events({"type": "message_delta", "delta": {}, "usage": {}}),
    "an empty reply": lambda wire: wire.empty(),
    "a reply of spaces": lambda wire: wire.reply(" \n"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_body_that_is_no_reply_is_asked_for_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, kind: str, slept: list[float]
) -> None:
    server.will(MALFORMED[kind](wire), wire.reply("A lamp."))
    assert opened(wire.spec(server)).ask(question).text == "A lamp."
    assert len(slept) == 1


def test_a_body_that_is_no_reply_is_named_when_it_stays_so(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(*[as_json({"error": {"message": "Upstream is ill."}})] * 2)
    with pytest.raises(ProviderFailed, match=r"that is not a reply \(HTTP 200\), after 2 attempts: Upstream is ill"):
        opened(wire.spec(server), attempts=2).ask(question)


def test_the_stream_may_bring_an_error_in_its_middle(
    server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    wire = AnthropicWire()
    begun = wire.events("A lamp.", "end_turn", "", Tokens())[:4]
    broken = as_events(*begun, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    server.will(broken, broken)
    with pytest.raises(ProviderFailed, match=r"\(HTTP 529\), after 2 attempts: Overloaded") as caught:
        opened(wire.spec(server), attempts=2).ask(question)
    assert caught.value.usage == Usage(input=22, output=2, calls=2, estimated=True)


def test_the_stream_may_end_before_the_message(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = AnthropicWire()
    server.will(as_events(*wire.events("A lamp.", "end_turn", "", Tokens())[:5]), wire.reply("A lamp."))
    reply = opened(wire.spec(server)).ask(question)
    assert reply.text == "A lamp."
    assert reply.usage == Usage(input=22, output=2 + 7, calls=2, estimated=True)


def test_a_stream_that_is_cut_counts_what_it_cost(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = AnthropicWire()
    whole = as_events(*wire.events("A lamp" * 10, "end_turn", "It glows", Tokens()))
    cut = dataclasses.replace(whole, cut_after=whole.body.index(b"event: message_delta"))
    server.will(cut)
    with pytest.raises(ProviderFailed, match="dropped the connection") as caught:
        opened(wire.spec(server), attempts=1).ask(question)
    assert caught.value.usage == Usage(input=11, output=15, reasoning=2, calls=1, estimated=True)


def test_a_reply_that_never_ends_runs_into_the_time_out(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    """Blanks, comments or pings come all the time, so nothing is ever silent; the attempt ends all the same."""
    whole = wire.reply("A lamp." * 10)
    kept = b": still at it\n\n" if wire.stream else b" "
    end = whole.body.rindex(b"\n\n", 0, len(whole.body) // 2) + 2 if wire.stream else len(whole.body) // 2
    half = dataclasses.replace(whole, body=whole.body[:end], drip=kept)
    server.will(half)
    with pytest.raises(ProviderFailed, match=r"did not answer in time, after 1 attempt: no whole reply within 0.3 s"):
        opened(wire.spec(server, timeout_seconds=0.3), attempts=1).ask(question)


def test_a_reply_that_is_too_large_is_given_up(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("LONGEST_BODY", "LONGEST_STREAM"):
        monkeypatch.setattr(f"boxwright.harness.chat.http_client.{limit}", 5_000)
    server.will(wire.reply("x" * 10_000), wire.reply("A lamp."))
    reply = opened(wire.spec(server)).ask(question)
    assert reply.text == "A lamp."


def test_two_megabytes_of_code_are_a_reply(wire: Wire, server: ProviderServer, opened: Open, question: Request) -> None:
    text = "x = 1\n" * 350_000
    server.will(wire.reply(text))
    assert opened(wire.spec(server)).ask(question).text == text


def test_a_body_that_cannot_be_unpacked_is_asked_for_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    whole = wire.reply("A lamp.")
    packed = dataclasses.replace(whole, headers={**whole.headers, "content-encoding": "gzip"})
    server.will(packed, wire.reply("A lamp."))
    assert opened(wire.spec(server)).ask(question).text == "A lamp."


def test_a_conversation_that_cannot_fit_is_never_sent(wire: Wire, server: ProviderServer, opened: Open) -> None:
    long = ask("x" * 400, limit=900)
    with pytest.raises(
        ContextOverflow, match=r"about 103 tokens long and its reply may have 900; .* its context_tokens, 1,002"
    ) as caught:
        opened(wire.spec(server, context_tokens=1_002)).ask(long)
    assert caught.value.usage == Usage()
    assert server.received == []
    server.will(*[wire.reply("A lamp.")] * 2)
    assert opened(wire.spec(server, context_tokens=1_003)).ask(long).text == "A lamp."
    assert opened(wire.spec(server, context_tokens=153, max_output_tokens=50)).ask(long).text == "A lamp."


def test_what_no_file_can_hold_is_replaced_wherever_a_server_says_it(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    named = wire.reply("A lamp \ud800.")
    odd = dataclasses.replace(named, body=named.body.replace(b'"own-name-2026"', b'"own-\\ud800"'))
    server.will(odd, wire.error(400, "Not \ud800 you."))
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.text, reply.model) == ("A lamp ?.", "own-?")
    assert Reply.model_validate_json(reply.model_dump_json()) == reply
    with pytest.raises(ProviderFailed, match=r"Not \? you\.$"):
        opened(wire.spec(server)).ask(question)


@pytest.mark.parametrize("field", ["model", "stop_reason"])
def test_anthropic_may_send_another_type_than_its_own(
    field: str, server: ProviderServer, opened: Open, question: Request
) -> None:
    wire = AnthropicWire(stream=False)
    body = json.loads(wire.reply("A lamp.").body)
    server.will(as_json({**body, field: {"a": 1}}))
    assert opened(wire.spec(server)).ask(question).text == "A lamp."
