"""Budgets: how they are written, what is booked, and the stop before a request that could not be paid."""

from __future__ import annotations

import dataclasses
import json
import re
import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.harness.chat import (
    BadBudget,
    Budget,
    BudgetedModel,
    BudgetSpent,
    Message,
    ModelSpec,
    Prices,
    ProviderFailed,
    Reply,
    Request,
    Spent,
    UnknownPrice,
    Usage,
    parse_budget,
)
from boxwright.harness.chat.tokens import most_usage

from .conftest import Open, ask
from .provider_server import Answer, ProviderServer
from .wire import AnthropicWire, OpenAIWire, Wire

PRICES = Prices(input=Decimal(1), output=Decimal(10))
"""Dollars for a million tokens."""
PRICED = ModelSpec(name="priced", provider="openai", prices=PRICES)
UNPRICED = ModelSpec(name="unpriced", provider="openai")


class Told:
    """A double of a model's interface that uses what it is told."""

    name = "told"

    def __init__(self, *usages: Usage | ProviderFailed) -> None:
        self.usages = list(usages)
        self.asked = 0

    def ask(self, request: Request) -> Reply:
        self.asked += 1
        usage = self.usages.pop(0)
        if isinstance(usage, ProviderFailed):
            raise usage
        return Reply(text="A lamp.", usage=usage)


def most(request: Request) -> int:
    return most_usage(request, request.max_output_tokens).total


@pytest.mark.parametrize(("text", "tokens"), [("x" * 100, 50), ("灯" * 100, 150), ("x", 1), ("\ud800", 1)])
def test_the_most_of_a_request_counts_bytes(text: str, tokens: int) -> None:
    used = most_usage(Request(role="coder", step="1", messages=(Message(role="user", content=text),)), 7)
    assert used == Usage(input=tokens + 8, output=7, calls=1)


@pytest.mark.parametrize(
    ("text", "tokens", "money"),
    [
        ("200000", 200_000, None),
        ("200_000", 200_000, None),
        (" 200k ", 200_000, None),
        ("1.5M", 1_500_000, None),
        ("0.5k", 500, None),
        ("$3.50", None, Decimal("3.50")),
        ("$3", None, Decimal(3)),
    ],
)
def test_a_budget_is_read(text: str, tokens: int | None, money: Decimal | None) -> None:
    budget = parse_budget(text)
    assert (budget.tokens, budget.money) == (tokens, money)


@pytest.mark.parametrize(
    "text",
    ["", "0", "$0", "-5", "5 k", "5K", "5m", "$5k", "3.5", "0.0001k", "$", "k", "1e6", "$.5", "inf", "٣", "1,000"],
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(BadBudget, match=r"is not a budget|above zero|not a whole number"):
        parse_budget(text)


@given(st.text(max_size=8))
def test_whatever_is_written_it_is_a_budget_or_refused(text: str) -> None:
    try:
        budget = parse_budget(text)
    except BadBudget:
        return
    assert (budget.tokens or 0) > 0 or (budget.money or 0) > 0


@given(st.integers(1, 10**12))
def test_any_number_of_tokens_is_read_back(tokens: int) -> None:
    assert parse_budget(str(tokens)).tokens == tokens
    assert parse_budget(f"{tokens:_}").tokens == tokens
    assert str(parse_budget(str(tokens))) == f"{tokens:,} tokens"


@pytest.mark.parametrize("given", [{"tokens": 0}, {"tokens": -1}, {"money": Decimal(0)}])
def test_a_limit_is_more_than_zero(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="above zero"):
        Budget(**given)  # type: ignore[arg-type]


def test_what_each_role_spends_is_booked_with_what_it_costs() -> None:
    budget = Budget()
    model = BudgetedModel(Told(Usage(input=10, output=1, calls=1), Usage(input=20, calls=1)), PRICED, budget)
    model.ask(ask("?", role="coder"))
    model.ask(ask("?", role="tester"))
    budget.add("coder", Usage(input=5, calls=1), PRICED)
    assert budget.ledger == {
        "coder": Spent(Usage(input=15, output=1, calls=2), Decimal("0.000025")),
        "tester": Spent(Usage(input=20, calls=1), Decimal("0.00002")),
    }
    assert budget.spent == Spent(Usage(input=35, output=1, calls=3), Decimal("0.000045"))


def test_without_a_price_the_ledger_says_unknown_and_never_zero() -> None:
    budget = Budget(tokens=1_000_000)
    BudgetedModel(Told(Usage(input=10, calls=1)), UNPRICED, budget).ask(ask("?"))
    assert budget.ledger == {"coder": Spent(Usage(input=10, calls=1), None)}
    assert budget.spent.money is None


def test_money_needs_a_price_before_anything_is_asked() -> None:
    with pytest.raises(UnknownPrice, match="the price of unpriced is unknown"):
        BudgetedModel(Told(), UNPRICED, Budget(money=Decimal(1)))


def test_it_stops_before_the_request_that_could_not_be_paid_any_more() -> None:
    request = ask("x" * 100, limit=50)
    told = Told(*[Usage(input=30, output=20, calls=1)] * 3)
    budget = Budget(tokens=50 + most(request))
    model = BudgetedModel(told, None, budget)
    model.ask(request)
    model.ask(request)
    with pytest.raises(
        BudgetSpent,
        match=rf"the budget of {budget} does not allow coder write/1: 100 tokens are spent, and the request could take "
        rf"{most(request)}; .* continue with --resume and a larger --budget",
    ):
        model.ask(request)
    assert told.asked == 2
    assert budget.spent.usage.total == 100


def test_it_stops_before_money_runs_out() -> None:
    request = ask("x" * 100, limit=50)
    dearest = PRICES.input * most_usage(request, 50).input / 1_000_000 + PRICES.output * 50 / 1_000_000
    told = Told(*[Usage(output=50, calls=1)] * 2)
    model = BudgetedModel(told, PRICED, Budget(money=dearest + Decimal("0.000499")))
    model.ask(request)
    with pytest.raises(BudgetSpent, match=r"\$0\.0005 is spent, and it could take \$0\.0006"):
        model.ask(request)
    assert told.asked == 1


def test_the_output_limit_of_the_spec_counts() -> None:
    request = ask("x", limit=16_000)
    small = ModelSpec(name="small", provider="openai", max_output_tokens=100)
    BudgetedModel(Told(Usage(calls=1)), small, Budget(tokens=200)).ask(request)
    with pytest.raises(BudgetSpent):
        BudgetedModel(Told(), None, Budget(tokens=200)).ask(request)


def test_what_failed_attempts_cost_is_booked() -> None:
    failed = ProviderFailed("down")
    failed.usage = Usage(input=7, output=3, calls=2)
    budget = Budget()
    with pytest.raises(ProviderFailed):
        BudgetedModel(Told(failed), PRICED, budget).ask(ask("?"))
    assert budget.spent == Spent(failed.usage, Decimal("0.000037"))
    with pytest.raises(ProviderFailed):
        BudgetedModel(Told(ProviderFailed("down")), PRICED, budget).ask(ask("?"))
    assert budget.spent.usage.calls == 2


def test_a_repetition_that_could_not_be_paid_is_not_sent(
    wire: Wire, server: ProviderServer, opened: Open, slept: list[float]
) -> None:
    """Empty replies are billed, 18 tokens each: after two of them the third attempt would not fit."""
    request = ask("?", limit=100)
    budget = Budget(tokens=most(request) + 35)
    server.will(wire.empty(), wire.empty())
    spec = wire.spec(server)
    with pytest.raises(BudgetSpent, match="36 tokens are spent"):
        BudgetedModel(opened(spec), spec, budget).ask(request)
    assert budget.ledger["coder"].usage == Usage(input=22, output=14, calls=2)
    assert len(slept) == 1
    assert len(server.received) == 2


def test_all_attempts_of_a_reply_are_booked(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    server.will(wire.empty(), wire.error(500, "Down."), wire.reply("A lamp."))
    spec, budget = wire.spec(server, prices=PRICES), Budget(money=Decimal(1))
    BudgetedModel(opened(spec), spec, budget).ask(question)
    assert budget.spent == Spent(Usage(input=22, output=14, calls=2), Decimal("0.000162"))


def test_threads_together_never_spend_more_than_the_budget() -> None:
    """Every request uses the most it can; eight threads ask until nothing is left."""
    request = ask("x" * 100, limit=50)
    each = most_usage(request, 50)
    budget = Budget(tokens=20 * each.total + 7)
    model = BudgetedModel(Told(*[each] * 100), None, budget)
    stopped = []

    def go_on() -> None:
        try:
            while True:
                model.ask(request)
        except BudgetSpent as error:
            stopped.append(error)

    threads = [threading.Thread(target=go_on) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stopped) == 8
    assert budget.spent.usage.total == 20 * each.total


def test_a_request_waits_for_one_under_way_instead_of_failing() -> None:
    """The budget holds the most of one request only; what the first really used leaves room for the second."""
    request = ask("x" * 100, limit=50)
    began, go = threading.Event(), threading.Event()

    class Slow(Told):
        def ask(self, request: Request) -> Reply:
            began.set()
            assert go.wait(10)
            return super().ask(request)

    budget = Budget(tokens=most(request) + 1)
    slow = threading.Thread(target=BudgetedModel(Slow(Usage(input=1, calls=1)), None, budget).ask, args=(request,))
    slow.start()
    assert began.wait(10)
    quick = Told(Usage(input=1, calls=1))
    waiting = threading.Thread(target=BudgetedModel(quick, None, budget).ask, args=(request,))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    assert quick.asked == 0
    go.set()
    slow.join()
    waiting.join(10)
    assert budget.spent.usage.total == 2


def figures(answer: Answer, change: Callable[[int], object]) -> Answer:
    """The same reply with other figures of its usage."""
    body = re.sub(
        rb'"((?:prompt|completion|total|input|output)_tokens)": (\d+)',
        lambda found: b'"%s": %s' % (found[1], json.dumps(change(int(found[2]))).encode()),
        answer.body,
    )
    assert body != answer.body
    return dataclasses.replace(answer, body=body)


UNPAID: dict[str, Callable[[Wire], Answer]] = {
    "no usage": lambda wire: figures(wire.reply("A lamp."), lambda tokens: None),
    "no tokens": lambda wire: figures(wire.reply("A lamp."), lambda tokens: 0),
    "negative usage": lambda wire: figures(wire.reply("A lamp."), lambda tokens: -tokens),
    "usage in words": lambda wire: figures(wire.reply("A lamp."), str),
    "usage that is true": lambda wire: figures(wire.reply("A lamp."), lambda tokens: True),
    "reset in the middle": lambda wire: dataclasses.replace(wire.reply("A lamp." * 9), cut_after=300),
    "late": lambda wire: Answer(hang=True),
    "late in its middle": lambda wire: dataclasses.replace(wire.reply("A lamp." * 9), cut_after=300, hang=True),
    "cut at once": lambda wire: dataclasses.replace(wire.reply("A lamp."), cut_after=0),
    "not JSON": lambda wire: Answer(body=b"<html>busy</html>"),
}


@pytest.mark.parametrize("by", ["money", "tokens"])
@pytest.mark.parametrize("kind", UNPAID)
@pytest.mark.parametrize("wire", [OpenAIWire(), AnthropicWire()], ids=lambda wire: wire.name)
def test_fifty_threads_never_spend_more_than_the_budget_whatever_the_server_says_or_loses(
    wire: Wire, server: ProviderServer, opened: Open, kind: str, by: str, record_property: Callable[[str, object], None]
) -> None:
    """The server bills all the output that a request allows, for every request that it saw."""
    request = ask("What is it? " * 20, limit=900)
    spec = wire.spec(
        server, prices=Prices(input=Decimal(100), output=Decimal(500)), concurrency=50, timeout_seconds=0.5
    )
    budget = Budget(money=Decimal(40)) if by == "money" else Budget(tokens=87 * most(request))
    model = BudgetedModel(opened(spec), spec, budget)
    server.will(*[UNPAID[kind](wire)] * 1_000)
    stopped: list[BudgetSpent] = []

    def go_on() -> None:
        while not stopped:
            try:
                model.ask(request)
            except ProviderFailed:
                continue
            except BudgetSpent as error:
                stopped.append(error)

    threads = [threading.Thread(target=go_on) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    server.forget()
    sent = len(server.received)
    billed = Usage(input=sent * (60 + 2), output=sent * 900)
    spent = budget.spent
    assert spent.usage.estimated
    assert spent.usage.calls >= sent, "an attempt that the server never saw counts too"
    assert spent.usage.calls > 40, "half of the budget is used before it is said to be spent"
    assert spent.usage.input >= sent * 60
    if by == "money":
        bill = budget.priced(billed, spec).money
        assert bill is not None
        record_property("billed", float(bill))
        assert bill <= Decimal(40)
    else:
        assert billed.total <= 87 * most(request)
    assert "for attempts of which the provider gave no usage" in str(stopped[0])


def test_an_attempt_that_never_reached_the_server_costs_nothing(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    spec, budget = wire.spec(server, prices=PRICES), Budget(money=Decimal("0.02"))
    server.close()
    model = BudgetedModel(opened(spec), spec, budget)
    for _ in range(3):
        with pytest.raises(ProviderFailed, match="dropped the connection, after 6 attempts"):
            model.ask(question)
    assert budget.spent == Spent()


def test_an_error_that_the_provider_reports_costs_nothing(
    wire: Wire, server: ProviderServer, opened: Open, question: Request
) -> None:
    """An outage must not use the budget up."""
    spec, budget = wire.spec(server, prices=PRICES), Budget(money=Decimal("0.02"))
    server.will(*[wire.error(503, "Down.")] * 5, wire.reply("A lamp."))
    BudgetedModel(opened(spec), spec, budget).ask(question)
    assert budget.spent == Spent(Usage(input=11, output=7, calls=1), Decimal("0.000081"))


@pytest.mark.parametrize("status", [300, 304])
def test_a_status_that_is_neither_success_nor_error_may_have_cost_something(
    wire: Wire, server: ProviderServer, opened: Open, question: Request, status: int
) -> None:
    """Only what the provider calls an error is free."""
    server.will(Answer(status=status), wire.reply("A lamp."))
    spec, budget = wire.spec(server, prices=PRICES), Budget(money=Decimal(1))
    BudgetedModel(opened(spec), spec, budget).ask(question)
    assert budget.spent.usage == Usage(input=6 + 11, output=7, calls=2, estimated=True)
    server.will(*[Answer(status=status)] * 2)
    with pytest.raises(ProviderFailed, match=rf"that is not a reply \(HTTP {status}\), after 2 attempts"):
        opened(spec, attempts=2).ask(question)


def test_what_is_interrupted_may_have_cost_the_most() -> None:
    """Neither Ctrl-C nor a fault of ours makes a request free that is under way."""
    request = ask("x" * 100, limit=50)

    class Stopped:
        name = "stopped"

        def ask(self, request: Request) -> Reply:
            raise NotImplementedError

        def ask_on(self, request: Request, account: Any) -> Reply:
            account.begin()
            raise KeyboardInterrupt

    budget = Budget(tokens=2 * most(request) - 1)
    model = BudgetedModel(Stopped(), None, budget)
    with pytest.raises(KeyboardInterrupt):
        model.ask(request)
    assert budget.spent.usage == Usage(input=28, calls=1, estimated=True)
    with pytest.raises(BudgetSpent, match=r"28 tokens are spent, up to .* more for attempts of which"):
        model.ask(request)
