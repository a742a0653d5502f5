"""The limits of a server: shared by its models, halved when it is crowded, and evenly paced."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from boxwright.harness.chat import ModelSpec, Request
from boxwright.harness.chat.limits import ServerLimit, server_limit

from .conftest import Open
from .provider_server import Answer, ProviderServer, Received
from .wire import AnthropicWire, OpenAIWire, Wire


class Clock:
    """Time that only passes while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def read(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def limit(concurrency: int = 8, pace: float | None = None) -> tuple[ServerLimit, Clock]:
    clock = Clock()
    made = ServerLimit(clock=clock.read, sleep=clock.sleep)
    made.settle(concurrency, pace)
    return made, clock


def spec(name: str, **given: object) -> ModelSpec:
    return ModelSpec.model_validate({"name": name, "provider": "openai", **given})


def test_models_of_one_server_share_a_limit_and_the_smallest_number_counts() -> None:
    first = server_limit(spec("a", base_url="http://127.0.0.1:9/v1", concurrency=6))
    same = server_limit(spec("b", base_url="http://127.0.0.1:9/v1/", concurrency=3))
    other = server_limit(spec("c", base_url="http://127.0.0.1:8/v1", concurrency=5))
    assert same is first
    assert other is not first
    assert (first.allowed, other.allowed) == (3, 5)
    assert server_limit(spec("d", provider="anthropic", base_url="http://127.0.0.1:9/v1")) is not first
    assert server_limit(spec("e")) is not first


def test_a_limit_is_forgotten_with_its_last_model() -> None:
    made = server_limit(spec("a", base_url="http://127.0.0.1:7/v1", concurrency=1))
    assert made.allowed == 1
    del made
    gc.collect()
    assert server_limit(spec("b", base_url="http://127.0.0.1:7/v1", concurrency=4)).allowed == 4


def test_requests_are_evenly_spaced() -> None:
    made, clock = limit(pace=30)
    begun = []
    for _ in range(4):
        with made.place() as at:
            begun.append(at)
    assert begun == [100, 102, 104, 106]
    assert clock.slept == [2, 2, 2]
    clock.now += 60
    with made.place() as at:
        assert at == 166
    assert clock.slept == [2, 2, 2]


def test_the_slowest_pace_of_the_models_counts() -> None:
    made, clock = limit(pace=60)
    made.settle(8, 6)
    made.settle(8, None)
    for _ in range(3):
        with made.place():
            pass
    assert clock.slept == [10, 10]


def test_a_crowd_halves_the_places_once() -> None:
    made, clock = limit(8)
    begun = clock.read()
    clock.now += 1
    for _ in range(8):
        made.ease(begun)
    assert made.allowed == 4
    made.ease(clock.read())
    assert made.allowed == 2
    for _ in range(5):
        clock.now += 1
        made.ease(clock.read())
    assert made.allowed == 1


def test_the_places_grow_by_one_for_a_round_of_replies_up_to_the_limit() -> None:
    made, clock = limit(4)
    made.ease(clock.read())
    assert made.allowed == 2
    rounds = []
    for _ in range(12):
        made.worked()
        rounds.append(made.allowed)
    assert rounds == [2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4]


def test_a_place_is_free_again_after_a_failure() -> None:
    made, _ = limit(1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), made.place():
            raise ZeroDivisionError
    with made.place():
        pass


def test_nobody_enters_while_the_places_are_taken() -> None:
    made, _ = limit(2)
    entered = threading.Event()

    def enter() -> None:
        with made.place():
            entered.set()

    with ExitStack() as held:
        held.enter_context(made.place())
        with made.place():
            thread = threading.Thread(target=enter)
            thread.start()
            assert not entered.wait(0.2)
        assert entered.wait(10)
        thread.join()


@pytest.mark.parametrize("status", [429, 529])
def test_a_server_that_is_crowded_is_asked_less(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, status: int
) -> None:
    given = wire.spec(server, concurrency=8)
    model = opened(given)
    server.will(wire.error(status, "Slow."), wire.reply("A lamp."))
    model.ask(question)
    assert server_limit(given).allowed == 4


def test_a_server_that_fails_otherwise_is_asked_as_before(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    given = wire.spec(server, concurrency=8)
    model = opened(given)
    server.will(wire.error(500, "Down."), wire.reply("A lamp."))
    model.ask(question)
    assert server_limit(given).allowed == 8


def test_two_models_of_a_server_wait_for_each_other(server: ProviderServer, opened: Open, question: Request) -> None:
    """Each may have two requests under way, both together as well: the third waits, whoever asks it."""
    wire = OpenAIWire()
    models = [opened(wire.spec(server, concurrency=2)), opened(wire.spec(server, concurrency=2, stream=True))]
    other = opened(AnthropicWire().spec(server))
    inside, release = threading.Semaphore(0), threading.Semaphore(0)
    server.answer_to = _slowly(server.answer_to, inside, release)  # type: ignore[method-assign]
    server.will(*[wire.reply("A lamp.")] * 4)
    threads = [threading.Thread(target=models[n % 2].ask, args=(question,)) for n in range(4)]
    for thread in threads:
        thread.start()
    try:
        assert inside.acquire(timeout=10)
        assert inside.acquire(timeout=10)
        assert not inside.acquire(timeout=0.2)
    finally:
        release.release(4)
        for thread in threads:
            thread.join()
    server.will(AnthropicWire().reply("A lamp."))
    release.release()
    assert other.ask(question).text == "A lamp."


def _slowly(
    answer_to: Callable[[Received], Answer], inside: threading.Semaphore, release: threading.Semaphore
) -> Callable[[Received], Answer]:
    def answer(received: Received) -> Answer:
        inside.release()
        release.acquire()
        return answer_to(received)

    return answer
