"""When a provider is asked again, after which pause, and how it ends: through both clients, at a stand-in server."""

from __future__ import annotations

import dataclasses
import email.utils
import threading
import time

import pytest

from boxwright.harness.chat import ModelError, ProviderFailed, Reply, Request, Retry, Usage
from boxwright.harness.chat.retry import AttemptFailed, Cause

from .conftest import Open
from .provider_server import ProviderServer
from .wire import KEY, OpenAIWire, Wire


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_asked_for_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, status: int, slept: list[float]
) -> None:
    server.will(wire.error(status, "Later."), wire.error(status, "Later."), wire.reply("A lamp."))
    reply = opened(wire.spec(server)).ask(question)
    assert reply.text == "A lamp."
    assert reply.usage == Usage(input=11, output=7, calls=1)
    assert slept == [0.5, 1.0]


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
def test_what_will_not_pass_is_not_asked_for_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, status: int, slept: list[float]
) -> None:
    server.will(wire.error(status, "Never."))
    with pytest.raises(ProviderFailed, match=rf"\(HTTP {status}\), after 1 attempt: Never"):
        opened(wire.spec(server)).ask(question)
    assert slept == []


def test_attempts_are_bounded_and_the_last_word_names_everything(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    server.will(*[wire.error(500, "Down\nfor today.")] * 6)
    with pytest.raises(ProviderFailed) as caught:
        opened(wire.spec(server)).ask(question)
    assert str(caught.value) == (
        f"{wire.provider} own-name answered with an error (HTTP 500), after 6 attempts: Down for today."
    )
    assert slept == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert len(server.received) == 6


def test_retry_after_is_honoured(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    server.will(
        wire.error(429, "Slow.", retry_after="7"),
        wire.error(429, "Slow.", retry_after_ms="2500"),
        wire.error(429, "Slow.", retry_after=email.utils.formatdate(time.time() - 60, usegmt=True)),
        wire.error(429, "Slow.", retry_after="soon"),
        wire.error(429, "Slow.", retry_after="Wed, 21 Oct 99999 07:28:00 GMT"),
        wire.reply("A lamp."),
    )
    assert opened(wire.spec(server)).ask(question).text == "A lamp."
    assert slept == [7.5, 3.0, 0.5, 4.0, 8.0]


def test_a_date_to_wait_for_counts_from_now(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    date = email.utils.formatdate(time.time() + 3600, usegmt=True)
    server.will(wire.error(503, "Later.", retry_after=date))
    with pytest.raises(ProviderFailed, match=r"asks to wait 3[56]\d\d s"):
        opened(wire.spec(server)).ask(question)


def test_a_date_to_wait_for_is_read_by_the_providers_clock(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    """Our own clock may be ten years off."""
    off = time.time() - 315_576_000
    dates = {"date": email.utils.formatdate(off, usegmt=True)}
    later = wire.error(503, "Later.", retry_after=email.utils.formatdate(off + 30, usegmt=True))
    server.will(dataclasses.replace(later, headers={**later.headers, **dates}), wire.reply("A lamp."))
    assert opened(wire.spec(server)).ask(question).text == "A lamp."
    assert slept == [30.5]


def test_a_pause_that_is_too_long_is_a_failure(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, slept: list[float]
) -> None:
    server.will(wire.error(429, "Slow.", retry_after="3600"))
    with pytest.raises(ProviderFailed, match="after 1 attempt: asks to wait 3600 s, more than 120; Slow"):
        opened(wire.spec(server)).ask(question)
    assert slept == []


def test_a_quota_that_is_used_up_is_not_asked_for_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.error(429, "You exceeded your current quota.", "insufficient_quota"))
    with pytest.raises(ProviderFailed, match=r"has no more quota for this key \(HTTP 429\), after 1 attempt"):
        opened(wire.spec(server)).ask(question)


@pytest.mark.parametrize("sent", [0, 40])
def test_a_connection_cut_in_the_middle_of_the_body_is_tried_again(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, sent: int, slept: list[float]
) -> None:
    server.will(dataclasses.replace(wire.reply("A lamp."), cut_after=sent), wire.reply("A lamp."))
    reply = opened(wire.spec(server)).ask(question)
    assert reply.text == "A lamp."
    assert len(slept) == 1


def test_a_server_that_is_silent_runs_into_the_time_out(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(dataclasses.replace(wire.reply("A lamp."), hang=True), wire.reply("A lamp."))
    assert opened(wire.spec(server, timeout_seconds=0.2)).ask(question).text == "A lamp."
    assert len(server.received) == 2


def test_a_server_that_falls_silent_runs_into_the_time_out(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(dataclasses.replace(wire.reply("A lamp."), hang=True, cut_after=40))
    with pytest.raises(
        ProviderFailed, match=r"own-name did not answer in time, after 1 attempt: no .*reply within 0.2"
    ):
        opened(wire.spec(server, timeout_seconds=0.2), attempts=1).ask(question)


def test_a_server_that_is_not_there_is_a_connection_that_breaks(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    spec = wire.spec(server)
    server.close()
    with pytest.raises(ProviderFailed, match="own-name dropped the connection, after 2 attempts"):
        opened(spec, attempts=2).ask(question)


def test_empty_replies_are_billed_and_counted(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.empty(), wire.empty(), wire.reply("A lamp."))
    assert opened(wire.spec(server)).ask(question).usage == Usage(input=33, output=21, calls=3)


def test_what_was_billed_for_nothing_stands_in_the_failure(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.empty(), wire.empty())
    with pytest.raises(ProviderFailed, match="answered with an empty reply") as caught:
        opened(wire.spec(server), attempts=2).ask(question)
    assert caught.value.usage == Usage(input=22, output=14, calls=2)


def test_the_key_is_in_no_failure(wire: Wire, server: ProviderServer, opened: Open, question: Request) -> None:
    server.will(wire.error(403, f"The key {KEY} may not."))
    with pytest.raises(ModelError) as caught:
        opened(wire.spec(server)).ask(question)
    told: BaseException | None = caught.value
    while told is not None:
        assert KEY not in f"{told} {told!r}"
        told = told.__cause__


def test_the_jitter_is_full_and_the_pauses_end_growing() -> None:
    def pauses(share: float) -> list[float]:
        slept: list[float] = []
        retry = Retry(attempts=9, sleep=slept.append, random=lambda: share)
        with pytest.raises(ProviderFailed):
            retry.run(_fails, who="a model")
        return slept

    assert pauses(1.0) == [1, 2, 4, 8, 16, 32, 60, 60]
    assert pauses(0.0) == [0] * 8


def test_no_more_requests_are_under_way_than_the_spec_allows(server: ProviderServer, opened: Open) -> None:
    """Three threads ask a model that allows two; the third is let in only when one of the two has its reply."""
    wire = OpenAIWire()
    model = opened(wire.spec(server, concurrency=2))
    inside, release = threading.Semaphore(0), threading.Semaphore(0)
    answer_to = server.answer_to

    def slowly(received: object) -> object:
        inside.release()
        release.acquire()
        return answer_to(received)  # type: ignore[arg-type]

    server.answer_to = slowly  # type: ignore[method-assign, assignment]
    server.will(*[wire.reply("A lamp.")] * 3)
    request = Request(role="player", step="1", messages=())
    threads = [threading.Thread(target=model.ask, args=(request,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        assert inside.acquire(timeout=10)
        assert inside.acquire(timeout=10)
        assert not inside.acquire(timeout=0.2)
        release.release()
        assert inside.acquire(timeout=10)
    finally:
        release.release(3)
        for thread in threads:
            thread.join()


def _fails() -> Reply:
    raise AttemptFailed(Cause.CONNECTION, "gone")
