"""Servers that hold on to an attempt, swell, send us elsewhere, or answer with something that is no text."""

from __future__ import annotations

import dataclasses
import gzip
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from boxwright.harness.chat import ProviderFailed, Request, Usage

from .conftest import Open, ask
from .provider_server import EARLY_HINTS, HEADERS, Answer, ProviderServer, as_chunks
from .wire import AnthropicWire, OpenAIWire, Wire

HEADS = {"headers": HEADERS, "one header": (b"HTTP/1.1 200 OK\r\nx-hint: ", b"w"), "early hints": EARLY_HINTS}


@pytest.fixture
def elsewhere() -> Iterator[ProviderServer]:
    """Another server, which must never hear of us."""
    server = ProviderServer()
    yield server
    server.close()
    assert server.received == []


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_never_ends_runs_into_the_deadline(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, head: str
) -> None:
    server.will(Answer(head=HEADS[head]))
    model = opened(wire.spec(server, timeout_seconds=0.3), attempts=1)  # which loads the provider's SDK
    began = time.monotonic()
    with pytest.raises(ProviderFailed, match=r"did not answer in time, after 1 attempt: no whole reply within 0.3 s"):
        model.ask(question)
    assert time.monotonic() - began < 3


def test_a_silence_is_no_longer_than_the_deadline(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    """The body begins shortly before the deadline and falls silent: the silence is not counted from its own start."""
    half = wire.reply("A lamp." * 10)
    server.will(dataclasses.replace(half, hang=True, cut_after=40))
    answer_to = server.answer_to

    def slowly(received: Any) -> Answer:
        time.sleep(0.8)
        return answer_to(received)

    server.answer_to = slowly  # type: ignore[method-assign]
    model = opened(wire.spec(server, timeout_seconds=1), attempts=1)
    began = time.monotonic()
    with pytest.raises(ProviderFailed, match="did not answer in time"):
        model.ask(question)
    assert time.monotonic() - began < 1.6


@pytest.mark.parametrize("status", [200, 500])
def test_a_body_is_bounded_as_it_is_unpacked(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, status: int
) -> None:
    """A hundred kilobytes that become a hundred megabytes, of a reply and of an error, never come to be in memory."""
    bomb = wire.reply("A lamp.")
    packed = gzip.compress(b" " * 100_000_000 + bomb.body, compresslevel=1)
    headers = {**bomb.headers, "content-encoding": "gzip"}
    server.will(dataclasses.replace(bomb, status=status, body=packed, headers=headers))
    model = opened(wire.spec(server), attempts=1)
    tracemalloc.start()
    try:
        with pytest.raises(ProviderFailed, match=r"more than 8,000,000 bytes|an event of more than 8,000,000 bytes"):
            model.ask(question)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_a_packed_reply_is_unpacked(wire: Wire, server: ProviderServer, opened: Open, question: Request) -> None:
    whole = wire.reply("A lamp." * 50_000)
    headers = {**whole.headers, "content-encoding": "gzip"}
    server.will(dataclasses.replace(whole, body=gzip.compress(whole.body), headers=headers))
    assert opened(wire.spec(server)).ask(question).text == "A lamp." * 50_000
    assert server.received[0].headers["accept-encoding"] == "gzip"


def test_a_compression_that_was_not_asked_for_is_named(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    whole = wire.reply("A lamp.")
    server.will(dataclasses.replace(whole, headers={**whole.headers, "content-encoding": "br"}))
    with pytest.raises(ProviderFailed, match="it is compressed as 'br', which nobody asked for"):
        opened(wire.spec(server), attempts=1).ask(question)


def test_millions_of_empty_lists_are_never_parsed(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(Answer(body=b"[" + b"[]," * 4_000_000 + b"[]]"))
    with pytest.raises(ProviderFailed, match=r"more than 8,000,000 bytes"):
        opened(wire.spec(server), attempts=1).ask(question)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(
    wire: Wire, server: ProviderServer, elsewhere: ProviderServer, opened: Open, question: Request, status: int
) -> None:
    server.will(Answer(status=status, headers={"location": f"{elsewhere.url}/v1/there?token=abc"}))
    with pytest.raises(
        ProviderFailed,
        match=rf"sends the request to another address \(HTTP {status}\), after 1 attempt: it points to "
        rf"{elsewhere.url}/v1/there; redirects are not followed: if that is the right server, set it as base_url$",
    ) as caught:
        opened(wire.spec(server)).ask(question)
    assert caught.value.usage == Usage()
    assert len(server.received) == 1


def test_of_two_choices_the_first_is_taken(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = OpenAIWire(stream=True)
    first, second = wire.chunks("A lamp.", "stop", "", None), wire.chunks("An ox.", "length", "", None)
    for chunk in second:
        for choice in chunk["choices"]:
            choice["index"] = 1
    server.will(as_chunks(*[chunk for pair in zip(first, second, strict=True) for chunk in pair]))
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.text, reply.finish) == ("A lamp.", "stop")


def test_a_stream_of_two_messages_is_malformed(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = AnthropicWire()
    whole = wire.reply("A lamp.")
    begun = whole.body.partition(b"event: message_delta")[0]
    server.will(dataclasses.replace(whole, body=begun + whole.body))
    with pytest.raises(ProviderFailed, match="the stream begins a second message"):
        opened(wire.spec(server), attempts=1).ask(question)


def test_what_comes_after_a_message_is_passed_over(server: ProviderServer, opened: Open, question: Request) -> None:
    wire = AnthropicWire()
    whole = wire.reply("A lamp.")
    server.will(dataclasses.replace(whole, body=whole.body + wire.reply("An ox.").body))
    assert opened(wire.spec(server)).ask(question).text == "A lamp."


@pytest.mark.parametrize(("ending", "finish"), [("stop", "stop"), ("length", "length")])
def test_a_reply_of_reasoning_alone_is_the_models(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, ending: Any, finish: str
) -> None:
    server.will(wire.reply(None, ending=ending, reasoning="It glows."))
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.text, reply.reasoning, reply.finish) == ("", "It glows.", finish)
    assert reply.usage == Usage(input=11, output=7, calls=1)


def test_the_call_of_a_tool_is_a_reply_without_text(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.call())
    reply = opened(wire.spec(server)).ask(question)
    assert (reply.text, reply.finish) == ("", "stop")
    assert reply.usage == Usage(input=11, output=7, calls=1)


def test_anthropic_is_never_sent_a_message_without_text(server: ProviderServer, opened: Open) -> None:
    """Its API refuses one, so a model that once said nothing could never be asked again."""
    wire = AnthropicWire()
    server.will(wire.reply("A lamp."))
    opened(wire.spec(server)).ask(ask("What is it?", "", "Say it in words."))
    assert [m["content"] for m in server.received[0].body["messages"]] == [
        "What is it?",
        "(no text)",
        "Say it in words.",
    ]
