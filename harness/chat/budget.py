"""A budget for models: a limit on spending, a ledger by role, and a stop before a request that could exceed the limit.

An attempt is sent only if its maximum cost still fits: its conversation at one token per two bytes (text has about four
bytes per token), and its whole output limit. Attempts in flight reserve their maximum cost until they are answered;
another one waits for them, and fails only if it would not fit by itself. Where the provider never gives its figure,
because the reply was lost or came without one, the ledger has an estimate, but the maximum stays reserved for good.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, runtime_checkable

from boxwright.harness.chat.api import ChatModel, KeepsReplies, ModelError, ProviderFailed, Reply, Request, Usage
from boxwright.harness.chat.prices import UnknownPrice, cost
from boxwright.harness.chat.retry import Account
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.chat.tokens import lost_usage, most_usage, output_limit

_AMOUNT = re.compile(r"(?P<dollar>\$)?(?P<number>\d+(?:_\d{3})*(?:\.\d+)?)(?P<scale>[kM])?", re.ASCII)
NOTHING = Usage()
UNTOLD = " for attempts of which the provider gave no usage"
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
        self._held = Spent()
        self._in_flight = 0
        self._doubtful = Spent()
        self._changed = threading.Condition()

    def __str__(self) -> str:
        tokens = [] if self.tokens is None else [f"{self.tokens:,} tokens"]
        money = [] if self.money is None else [f"${self.money:f}"]
        return " and ".join(tokens + money) or "no limit"

    def share(self, parts: int) -> Budget:
        """Return a budget with an equal share of the limit, for one of so many processes."""
        tokens = None if self.tokens is None else max(1, self.tokens // parts)
        return Budget(tokens=tokens, money=None if self.money is None else self.money / parts)

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
            while self._in_flight and self._short(self._held + most) is not None:
                self._check(most, who)
                self._changed.wait()
            self._check(most, who)
            self._held += most
            self._in_flight += 1

    def settle(self, most: Spent, role: str, billed: Usage, spec: ModelSpec | None, *, known: bool = True) -> None:
        """Replace a reservation by what was really used; if that is not `known`, the maximum goes on counting."""
        with self._changed:
            self._held = _beyond(self._held, most)
            self._in_flight -= 1
            if billed != NOTHING:
                self.add(role, billed, spec)
            if not known:
                self._doubtful += _beyond(most, self.priced(billed, spec))
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
        spent, doubtful = sum(self._ledger.values(), Spent()), self._doubtful
        tokens = spent.usage.total + doubtful.usage.total + more.usage.total
        if self.tokens is not None and tokens > self.tokens:
            perhaps = f"up to {doubtful.usage.total:,} more{UNTOLD}, " if doubtful.usage.total else ""
            return f"{spent.usage.total:,} tokens are spent, {perhaps}and the request could take {more.usage.total:,}"
        if self.money is not None:
            if spent.money is None or more.money is None:
                return "what was spent cannot be given in money, because a price is unknown"
            beyond = doubtful.money or Decimal(0)
            if spent.money + beyond + more.money > self.money:
                perhaps = f"up to ${beyond:.4f} more{UNTOLD}, " if beyond else ""
                return f"${spent.money:.4f} is spent, {perhaps}and it could take ${more.money:.4f}"
        return None


@runtime_checkable
class _Attempts(Protocol):
    """A model that books each of its attempts, like `provider.ProviderModel`."""

    def ask_on(self, request: Request, account: Account) -> Reply: ...


class BudgetedModel:
    """A model that spends from a budget. Thread-safe.

    Raises: UnknownPrice if the limit is in money and the model's price is unknown.
    """

    def __init__(self, model: ChatModel, spec: ModelSpec | None, budget: Budget) -> None:
        self.name = model.name
        self._model = model
        self.spec = spec
        self._budget = budget
        budget.priced(Usage(), spec)

    def ask(self, request: Request) -> Reply:
        """Answer one request, and record every attempt that was billed.

        Raises: BudgetSpent before an attempt that could exceed the budget, ModelError.
        """
        account = _Account(self._budget, request, self.spec)
        model = self._model
        if not isinstance(model, _Attempts):
            return _ask_once(model, request, account)
        try:
            return model.ask_on(request, account)
        finally:
            account.book_lost()

    def set_aside(self, digest: str) -> None:
        """Have a model that keeps its replies put one aside. Raises: ModelError."""
        if isinstance(self._model, KeepsReplies):
            self._model.set_aside(digest)


def _ask_once(model: ChatModel, request: Request, account: _Account) -> Reply:
    """Ask a model that does not say what its attempts cost, only the whole: its estimates count as they are."""
    billed = NOTHING
    account.begin()
    try:
        reply = model.ask(request)
        billed = reply.usage
    except ProviderFailed as failed:
        billed = failed.usage
        raise
    finally:
        account.settle(billed, known=True)
    return reply


class _Account:
    """On which the attempts at one request are booked: each reserves its maximum, and settles it."""

    def __init__(self, budget: Budget, request: Request, spec: ModelSpec | None) -> None:
        limit = request.max_output_tokens if spec is None else output_limit(spec, request)
        self._budget = budget
        self._request = request
        self.spec = spec
        self._most = budget.priced(most_usage(request, limit), spec)
        self._holds = False

    def begin(self) -> None:
        """Reserve the maximum cost of an attempt. Raises: BudgetSpent."""
        self._budget.hold(self._most, f"{self._request.role} {self._request.step}")
        self._holds = True

    def book(self, usage: Usage) -> None:
        """Replace the reservation by what the attempt cost."""
        self.settle(usage, known=not usage.estimated)

    def book_lost(self) -> None:
        """Book an attempt that was interrupted, if there is one."""
        if self._holds:
            self.settle(lost_usage(self._request), known=False)

    def settle(self, usage: Usage, *, known: bool) -> None:
        """Replace the reservation; if the figure is not `known`, the maximum goes on counting."""
        self._holds = False
        self._budget.settle(self._most, self._request.role, usage, self.spec, known=known)


def _beyond(more: Spent, less: Spent) -> Spent:
    """How much the one is above the other, in tokens of any kind."""
    tokens = max(0, more.usage.total - less.usage.total)
    money = None if more.money is None or less.money is None else max(Decimal(0), more.money - less.money)
    return Spent(Usage(output=tokens), money)


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
