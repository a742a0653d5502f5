"""The OpenAI client's stream of chunks: what only a stream can do, and all the ways in which it can break."""

from __future__ import annotations

import dataclasses

import pytest

from boxwright.harness.chat import ProviderFailed, Request, Usage

from .conftest import Open
from .provider_server import ProviderServer, as_chunks
from .wire import OpenAIWire


class TestOpenAIStream:
    """What only a stream of chunks can do."""

    wire = OpenAIWire(stream=True)

    def test_it_is_asked_for_with_its_usage(self, server: ProviderServer, opened: Open, question: Request) -> None:
        server.will(self.wire.reply("A lamp."))
        opened(self.wire.spec(server)).ask(question)
        assert server.received[0].body["stream"] is True
        assert server.received[0].body["stream_options"] == {"include_usage": True}

    def test_a_server_that_does_not_know_the_option_for_usage_can_be_asked_without(
        self, server: ProviderServer, opened: Open, question: Request
    ) -> None:
        chunks = self.wire.chunks("12345678", "stop", "", None)
        server.will(as_chunks(*chunks))
        reply = opened(self.wire.spec(server, parameters={"stream_options": None})).ask(question)
        assert server.received[0].body["stream_options"] is None
        assert reply.usage == Usage(input=3 + 3, output=2, calls=1, estimated=True)

    def test_a_server_that_does_not_stream_may_answer_whole(
        self, server: ProviderServer, opened: Open, question: Request
    ) -> None:
        server.will(OpenAIWire().reply("A lamp."))
        reply = opened(self.wire.spec(server)).ask(question)
        assert (reply.text, reply.usage) == ("A lamp.", Usage(input=11, output=7, calls=1))

    def test_it_may_end_without_its_last_word(self, server: ProviderServer, opened: Open, question: Request) -> None:
        server.will(as_chunks(*self.wire.chunks("A lamp.", "stop", "", None), done=False))
        assert opened(self.wire.spec(server)).ask(question).text == "A lamp."

    def test_it_may_end_before_the_reply(self, server: ProviderServer, opened: Open, question: Request) -> None:
        broken = as_chunks(*self.wire.chunks("A lamp.", None, "", None), done=False)
        server.will(broken, self.wire.reply("A lamp."))
        reply = opened(self.wire.spec(server)).ask(question)
        assert reply.text == "A lamp."
        assert reply.usage == Usage(input=6 + 11, output=2 + 7, calls=2, estimated=True)

    def test_when_it_is_cut_it_counts_what_it_cost(
        self, server: ProviderServer, opened: Open, question: Request
    ) -> None:
        whole = self.wire.reply("A lamp" * 10, reasoning="It glows")
        server.will(dataclasses.replace(whole, cut_after=whole.body.index(b'"finish_reason": "stop"')))
        with pytest.raises(ProviderFailed, match="dropped the connection") as caught:
            opened(self.wire.spec(server), attempts=1).ask(question)
        assert caught.value.usage == Usage(input=6, output=15, reasoning=2, calls=1, estimated=True)

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            ({"message": "Upstream is ill.", "code": 502}, r"with an error \(HTTP 502\), after 1 attempt: Upstream"),
            ({"message": "Slow.", "type": "rate_limit_error"}, r"with an error \(HTTP 429\), after 1 attempt: Slow"),
            ({"message": "Upstream is ill."}, r"that is not a reply \(HTTP 200\), after 1 attempt: Upstream is ill"),
            ("Upstream is ill.", r"that is not a reply \(HTTP 200\), after 1 attempt: Upstream is ill"),
        ],
    )
    def test_it_may_bring_an_error_in_its_middle(
        self, server: ProviderServer, opened: Open, question: Request, error: object, said: str
    ) -> None:
        begun = self.wire.chunks("A lamp.", None, "", None)[:4]
        server.will(as_chunks(*begun, {"error": error}))
        with pytest.raises(ProviderFailed, match=said) as caught:
            opened(self.wire.spec(server), attempts=1).ask(question)
        assert caught.value.usage == Usage(input=6, output=1, calls=1, estimated=True)

    @pytest.mark.parametrize("odd", [None, 3, "x", [], {}, {"choices": None}, {"choices": [None]}, {"choices": [{}]}])
    def test_an_odd_chunk_is_passed_over(
        self, server: ProviderServer, opened: Open, question: Request, odd: object
    ) -> None:
        chunks = self.wire.chunks("A lamp.", "stop", "", None)
        server.will(as_chunks(chunks[0], odd, *chunks[1:]))
        assert opened(self.wire.spec(server)).ask(question).text == "A lamp."

    def test_a_chunk_that_is_no_json_is_asked_for_again(
        self, server: ProviderServer, opened: Open, question: Request
    ) -> None:
        whole = self.wire.reply("A lamp.")
        server.will(dataclasses.replace(whole, body=whole.body[:90] + b"\n\n" + whole.body), whole)
        assert opened(self.wire.spec(server)).ask(question).text == "A lamp."
