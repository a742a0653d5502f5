"""The one place for retries: what is worth repeating, how long to wait, when to give up."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from boxwright.blackboxes.plural import plural
from boxwright.harness.chat.api import ContextOverflow, ProviderFailed, Reply, Usage

LONGEST_REASON = 300
AGAIN = frozenset({408, 409, 429, 529})
LASTING = frozenset({401, 402, 403, 404})
OVERFLOW = re.compile(
    r"context.?length.?exceeded|maximum context length|context window|available context size"
    r"|prompt is too long|input is too long|exceed(s|ed)? (the )?context limit",
    re.IGNORECASE,
)


class Account(Protocol):
    """On which the attempts at one request are booked."""

    def begin(self) -> None:
        """Called before each attempt; raises if it is not allowed."""
        ...

    def book(self, usage: Usage) -> None:
        """Called after each attempt with what it cost: an estimate, if the provider has given no figure."""
        ...


class NoAccount:
    """Allows every attempt."""

    def begin(self) -> None:
        """Allow it."""

    def book(self, usage: Usage) -> None:
        """Forget it."""


class Cause(Enum):
    """Why an attempt failed, in the words of the error message."""

    STATUS = "answered with an error"
    TIMEOUT = "did not answer in time"
    CONNECTION = "dropped the connection"
    MALFORMED = "sent something that is not a reply"
    EMPTY = "answered with an empty reply"
    QUOTA = "has no more quota for this key"
    OVERFLOW = "says that the conversation is too long"
    REDIRECT = "sends the request to another address"


class AttemptFailed(Exception):
    """One failed attempt, as a client reports it."""

    def __init__(
        self,
        cause: Cause,
        reason: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(reason)
        self.cause = cause
        self.reason = reason
        self.status = status
        self.retry_after = retry_after
        self.usage = usage or Usage()

    def after(self, usage: Usage) -> AttemptFailed:
        """This failure, with what it cost."""
        self.usage = usage
        return self

    @property
    def is_answer(self) -> bool:
        """Whether the provider said itself that there is an error, which is not billed."""
        return self.cause in (Cause.STATUS, Cause.QUOTA, Cause.OVERFLOW, Cause.REDIRECT)

    @property
    def lasting(self) -> bool:
        """Whether every other request will fail too: no valid key, no quota, no such model, another address."""
        return self.cause in (Cause.QUOTA, Cause.REDIRECT) or self.status in LASTING

    @property
    def again(self) -> bool:
        """Whether the same request may succeed later."""
        if self.cause in (Cause.QUOTA, Cause.OVERFLOW, Cause.REDIRECT):
            return False
        return self.status is None or self.status < 400 or self.status in AGAIN or self.status >= 500


@dataclass(frozen=True)
class Retry:
    """How often an attempt is repeated, and after which pauses: exponential backoff with full jitter."""

    attempts: int = 6
    """Maximum attempts, including the first."""
    first_pause: float = 1.0
    """Upper bound of the first pause in seconds; it doubles from one attempt to the next."""
    longest_pause: float = 60.0
    """Upper bound of any pause in seconds."""
    longest_told: float = 120.0
    """The longest pause in seconds that a provider may ask for; a longer one is a failure."""
    sleep: Callable[[float], object] = time.sleep
    """Waits for that many seconds."""
    random: Callable[[], float] = random.random
    """Returns a random number from 0 to 1."""

    def run(self, attempt: Callable[[], Reply], *, who: str, account: Account | None = None) -> Reply:
        """Return the reply of the first attempt that succeeds; its usage includes failed attempts that were billed.

        Raises: ContextOverflow, ProviderFailed, whose `usage` is what was billed in vain; and whatever the account
        raises, which is asked before each attempt and told after it.
        """
        account = account or NoAccount()
        spent = Usage()
        account.begin()
        for number in range(1, self.attempts + 1):
            try:
                reply = attempt()
            except AttemptFailed as failed:
                account.book(failed.usage)
                spent += failed.usage
                if not failed.again or number == self.attempts:
                    raise _final(who, failed, number, spent) from None
                pause = self._pause(who, failed, number, spent)
                account.begin()
                self.sleep(pause)
            else:
                account.book(reply.usage)
                return reply.model_copy(update={"usage": spent + reply.usage})
        raise ValueError(f"attempts must be at least 1, not {self.attempts}")

    def _pause(self, who: str, failed: AttemptFailed, number: int, spent: Usage) -> float:
        bound = min(self.longest_pause, self.first_pause * 2.0 ** (number - 1))
        if failed.retry_after is None:
            return self.random() * bound
        if failed.retry_after > self.longest_told:
            told = f"asks to wait {failed.retry_after:.0f} s, more than {self.longest_told:.0f}"
            raise _final(who, failed, number, spent, told) from None
        return failed.retry_after + self.random() * self.first_pause


def one_line(text: str) -> str:
    """The text on one line, shortened, without lone surrogates, which UTF-8 cannot encode."""
    line = " ".join(text.encode("utf-8", "replace").decode("utf-8").split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"


def is_overflow(text: str) -> bool:
    """Whether a provider's error says that the conversation is too long."""
    return OVERFLOW.search(text) is not None


def _final(who: str, failed: AttemptFailed, number: int, spent: Usage, told: str = "") -> ProviderFailed:
    status = f" (HTTP {failed.status})" if failed.status is not None else ""
    times = plural(number, "attempt")
    reason = "; ".join(part for part in (told, one_line(failed.reason)) if part)
    kind = ContextOverflow if failed.cause is Cause.OVERFLOW else ProviderFailed
    error = kind(f"{who} {failed.cause.value}{status}, after {times}" + (f": {reason}" if reason else ""))
    error.usage, error.passing, error.lasting = spent, failed.again, failed.lasting
    return error
