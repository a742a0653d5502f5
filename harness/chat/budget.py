"""A budget for models: a limit on spending, a ledger by role, and a stop before a request that could exceed the limit.

A request is sent, or retried, only if its maximum cost still fits: its conversation at one token per two bytes (text
has about four bytes per token), and its whole output limit. Requests in flight reserve their maximum cost until they
are answered; another one waits for them, and fails only if it would not fit by itself.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, runtime_checkable

from boxwright.harness.chat.api import ChatModel, ModelError, ProviderFailed, Reply, Request, Usage
from boxwright.harness.chat.prices import UnknownPrice, cost
from boxwright.harness.chat.retry import Allow
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.chat.tokens import most_usage, output_limit

_AMOUNT = re.compile(r"(?P<dollar>\$)?(?P<number>\d+(?:_\d{3})*(?:\.\d+)?)(?P<scale>[kM])?", re.ASCII)
NOTHING = Usage()
_SCALES = {"": 1, "k": 1_000, "M": 1_000_000}


class BudgetSpent(ModelError):
    """The next request could cost more than is left. Nothing was sent; what was answered is kept."""


class BadBudget(ModelError):
    """A text that is not a budget."""


@dataclass(frozen=True)
class Spent:
    """What one role, or all of them, spent."""

    usage: Usage = NOTHING
    money: Decimal | None = Decimal(0)
    """US dollars; None if a price is unknown."""

    def __add__(self, other: Spent) -> Spent:
        money = None if self.money is None or other.money is None else self.money + other.money
        return Spent(self.usage + other.usage, money)


class Budget:
    """A limit on spending, and the ledger of what was spent. Without a limit it only keeps the ledger. Thread-safe.

    Raises: ValueError for a limit that is not above zero.
    """

    def __init__(self, *, tokens: int | None = None, money: Decimal | None = None) -> None:
        if (tokens is not None and tokens <= 0) or (money is not None and money <= 0):
            raise ValueError("a budget must be above zero")
        self.tokens = tokens
        """All tokens together, input and output."""
        self.money = money
        """US dollars."""
        self._ledger: dict[str, Spent] = {}
        self._held: list[Spent] = []
        self._changed = threading.Condition()

    def __str__(self) -> str:
        tokens = [] if self.tokens is None else [f"{self.tokens:,} tokens"]
        money = [] if self.money is None else [f"${self.money:f}"]
        return " and ".join(tokens + money) or "no limit"

    @property
    def ledger(self) -> dict[str, Spent]:
        """What each role spent, including failed attempts that were billed."""
        with self._changed:
            return dict(self._ledger)

    @property
    def spent(self) -> Spent:
        """What all roles spent together."""
        with self._changed:
            return sum(self._ledger.values(), Spent())

    def add(self, role: str, usage: Usage, spec: ModelSpec | None) -> None:
        """Record what a role spent, including what a resumed run had spent before.

        Raises: UnknownPrice if the limit is in money and the model's price is unknown.
        """
        spent = self.priced(usage, spec)
        with self._changed:
            self._ledger[role] = self._ledger.get(role, Spent()) + spent
            self._changed.notify_all()

    def priced(self, usage: Usage, spec: ModelSpec | None) -> Spent:
        """The usage with its cost. Raises: UnknownPrice if the limit is in money and the price is unknown."""
        try:
            return Spent(usage, cost(usage, spec))
        except UnknownPrice:
            if self.money is not None:
                raise
            return Spent(usage, None)

    def hold(self, most: Spent, who: str) -> None:
        """Reserve the maximum cost of a request as soon as it fits. Raises: BudgetSpent if it never will."""
        with self._changed:
            while self._held and self._short(sum(self._held, most)) is not None:
                self._check(most, who)
                self._changed.wait()
            self._check(most, who)
            self._held.append(most)

    def check_held(self, who: str) -> None:
        """Check that everything reserved still fits, after an attempt that was billed. Raises: BudgetSpent."""
        with self._changed:
            self._check(sum(self._held, Spent()), who)

    def settle(self, most: Spent, role: str, billed: Usage, spec: ModelSpec | None) -> None:
        """Replace a request's reservation by what it really used."""
        with self._changed:
            self._held.remove(most)
            if billed != NOTHING:
                self.add(role, billed, spec)
            self._changed.notify_all()

    def _check(self, more: Spent, who: str) -> None:
        short = self._short(more)
        if short is not None:
            raise BudgetSpent(
                f"the budget of {self} does not allow {who}: {short}; what was answered is kept: continue "
                "with --resume and a larger --budget"
            )

    def _short(self, more: Spent) -> str | None:
        """Why this much more does not fit; None if it does."""
        spent = sum(self._ledger.values(), Spent())
        if self.tokens is not None and spent.usage.total + more.usage.total > self.tokens:
            return f"{spent.usage.total:,} tokens are spent, and the request could take {more.usage.total:,}"
        if self.money is not None:
            if spent.money is None or more.money is None:
                return "what was spent cannot be given in money, because a price is unknown"
            if spent.money + more.money > self.money:
                return f"${spent.money:.4f} is spent, and it could take ${more.money:.4f}"
        return None


@runtime_checkable
class _Repeats(Protocol):
    """A model that asks before each retry, like `provider.ProviderModel`."""

    def ask_while(self, request: Request, allow: Allow) -> Reply: ...


class BudgetedModel:
    """A model that spends from a budget. Thread-safe.

    Raises: UnknownPrice if the limit is in money and the model's price is unknown.
    """

    def __init__(self, model: ChatModel, spec: ModelSpec | None, budget: Budget) -> None:
        self.name = model.name
        self._model = model
        self._spec = spec
        self._budget = budget
        budget.priced(Usage(), spec)

    def ask(self, request: Request) -> Reply:
        """Answer one request, and record every attempt that was billed.

        Raises: BudgetSpent before an attempt that could exceed the budget, ModelError.
        """
        limit = request.max_output_tokens if self._spec is None else output_limit(self._spec, request)
        most = self._budget.priced(most_usage(request, limit), self._spec)
        who = f"{request.role} {request.step}"
        booked, billed = NOTHING, NOTHING

        def allow(spent: Usage) -> None:
            nonlocal booked, billed
            self._budget.add(request.role, _rest(spent, booked), self._spec)
            booked = billed = spent
            self._budget.check_held(who)

        self._budget.hold(most, who)
        try:
            model = self._model
            reply = model.ask_while(request, allow) if isinstance(model, _Repeats) else model.ask(request)
            billed = reply.usage
        except ProviderFailed as failed:
            billed = failed.usage
            raise
        finally:
            self._budget.settle(most, request.role, _rest(billed, booked), self._spec)
        return reply


def _rest(whole: Usage, part: Usage) -> Usage:
    """The usage without the part that is recorded already."""
    return Usage(
        input=whole.input - part.input,
        cached=whole.cached - part.cached,
        output=whole.output - part.output,
        reasoning=whole.reasoning - part.reasoning,
        calls=whole.calls - part.calls,
        estimated=whole.estimated,
    )


def parse_budget(text: str) -> Budget:
    """Parse a budget: `200000`, `200_000`, `200k` or `1.5M` tokens, or `$3.50`. Raises: BadBudget."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or (match["dollar"] and match["scale"]):
        raise BadBudget(f"{text!r} is not a budget; write tokens as 200000, 200k or 1.5M, or money as '$3.50'")
    amount = Decimal(match["number"].replace("_", "")) * _SCALES[match["scale"] or ""]
    if amount <= 0:
        raise BadBudget(f"{text!r}: a budget must be above zero")
    if match["dollar"]:
        return Budget(money=amount)
    if amount != int(amount):
        raise BadBudget(f"{text!r} is not a whole number of tokens; write 200000, 200k or 1.5M, or money as '$3.50'")
    return Budget(tokens=int(amount))
