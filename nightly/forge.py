"""The forge's REST interface (GitHub's: https://docs.github.com/rest): issues, labels, pull requests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

ATTEMPTS = 4
LONGEST_BODY = 65_000
"""Characters that the forge takes as the body of an issue or a pull request (65,536), with some to spare."""
_UNDONE = (429, 503)
"""The server says that it did nothing: any request may be repeated."""
_UNKNOWN = (500, 502, 504)
"""Something may have been done: only what may be done twice is repeated."""
_SECONDS = 30.0
_LONGEST_WAIT = 120.0


class ForgeFailed(Exception):
    """The forge could not be asked, or refused; the message is one line."""


@dataclass(frozen=True)
class Issue:
    """An issue."""

    number: int
    title: str
    body: str
    labels: tuple[str, ...]


class Forge:
    """One repository on the forge. Raises: ForgeFailed from every method."""

    def __init__(
        self, address: str, repository: str, token: str, *, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._repository, self._wait = repository, wait
        headers = {
            "accept": "application/vnd.github+json",
            "authorization": f"Bearer {token}",
            "x-github-api-version": "2022-11-28",
            "user-agent": "boxwright-nightly",
        }
        self._client = httpx2.Client(base_url=address.rstrip("/"), headers=headers, timeout=_SECONDS)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Forge:
        """Open the forge that the environment names, as GitHub's and Forgejo's runners do. Raises: ForgeFailed."""
        repository = environment.get("GITHUB_REPOSITORY", "")
        token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN", "")
        if not repository or not token:
            raise ForgeFailed("set GITHUB_REPOSITORY (owner/name) and GITHUB_TOKEN; GITHUB_API_URL names another forge")
        return cls(environment.get("GITHUB_API_URL", "https://api.github.com"), repository, token)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def issues(self, label: str) -> list[Issue]:
        """Return the open issues with a label, oldest first; pull requests are none."""
        found = self._pages("/issues", {"labels": label, "state": "open", "sort": "created", "direction": "asc"})
        return [_issue(each) for each in found if "pull_request" not in each]

    def issue(self, number: int) -> Issue:
        """Return one issue."""
        return _issue(self._ask("GET", f"/issues/{number}"))

    def open_issue(self, title: str, body: str, label: str) -> int:
        """Open an issue; return its number."""
        made = self._ask("POST", "/issues", {"title": title, "body": body, "labels": [label]})
        return int(made["number"])

    def change_issue(self, number: int, title: str, body: str) -> None:
        """Give an issue another title and body."""
        self._ask("PATCH", f"/issues/{number}", {"title": title, "body": body})

    def close_issue(self, number: int, comment: str) -> None:
        """Close an issue as completed, with a comment that says why."""
        self._ask("POST", f"/issues/{number}/comments", {"body": comment})
        self._ask("PATCH", f"/issues/{number}", {"state": "closed", "state_reason": "completed"})

    def ensure_label(self, name: str, color: str, description: str) -> None:
        """Make a label, unless there is one of that name."""
        told = {"name": name, "color": color, "description": description}
        self._ask("POST", "/labels", told, also=(422,))

    def default_branch(self) -> str:
        """Return the name of the branch that pull requests go to."""
        return str(self._ask("GET", "")["default_branch"])

    def ensure_pull(self, branch: str, base: str, title: str, body: str) -> int:
        """Open a pull request from a branch, or give the open one another title and body; return its number."""
        owner = self._repository.split("/")[0]
        found = self._pages("/pulls", {"head": f"{owner}:{branch}", "state": "open"})
        for each in found:
            number = int(each["number"])
            if (each["title"], each["body"]) != (title, body):
                self._ask("PATCH", f"/pulls/{number}", {"title": title, "body": body})
            return number
        made = self._ask("POST", "/pulls", {"title": title, "body": body, "head": branch, "base": base})
        return int(made["number"])

    def _pages(self, path: str, query: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Yield the items of all pages."""
        page = 1
        while True:
            items = self._ask("GET", path, query={**query, "per_page": "100", "page": str(page)})
            yield from items
            if len(items) < 100:
                return
            page += 1

    def _ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
        also: tuple[int, ...] = (),
    ) -> Any:
        """Send one request, again where that is safe; return the reply's JSON. `also`: more codes that are fine."""
        where = f"/repos/{self._repository}{path}"
        for attempt in range(1, ATTEMPTS + 1):
            last = attempt == ATTEMPTS
            try:
                reply = self._client.request(method, where, json=body, params=query)
            except httpx2.RequestError as error:
                if last or method == "POST":
                    raise ForgeFailed(f"{method} {where}: {type(error).__name__}: {error}") from error
                self._wait(2.0**attempt)
                continue
            if reply.is_success or reply.status_code in also:
                return _json(reply, method, where)
            if last or not _may_repeat(reply, method):
                raise ForgeFailed(f"{method} {where}: {reply.status_code} {_reason(reply)}")
            self._wait(_pause(reply, attempt))
        raise AssertionError("the loop returns or raises")


def _json(reply: httpx2.Response, method: str, where: str) -> Any:
    try:
        return reply.json()
    except ValueError as error:
        raise ForgeFailed(f"{method} {where}: {reply.status_code}, but the reply is no JSON") from error


def _may_repeat(reply: httpx2.Response, method: str) -> bool:
    limited = reply.status_code == 403 and ("retry-after" in reply.headers or _is_used_up(reply))
    return limited or reply.status_code in _UNDONE or (method != "POST" and reply.status_code in _UNKNOWN)


def _is_used_up(reply: httpx2.Response) -> bool:
    return reply.headers.get("x-ratelimit-remaining") == "0"


def _pause(reply: httpx2.Response, attempt: int) -> float:
    """Return how long to wait: as the server says, else longer each time."""
    told = reply.headers.get("retry-after", "")
    return min(_LONGEST_WAIT, float(told)) if told.isdecimal() else 2.0**attempt


def _reason(reply: httpx2.Response) -> str:
    try:
        told = reply.json()
        return str(told.get("message", "")) if isinstance(told, dict) else ""
    except ValueError:
        return reply.reason_phrase


def _issue(told: Mapping[str, Any]) -> Issue:
    labels = tuple(label["name"] for label in told["labels"])
    return Issue(int(told["number"]), told["title"], told["body"] or "", labels)
