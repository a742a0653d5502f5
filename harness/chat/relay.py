"""A model played by hand: each request becomes a file, and the reply is read from a file beside it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

from boxwright.blackboxes.files import held, write_atomically
from boxwright.harness.chat.api import ProviderFailed, Reply, Request
from boxwright.harness.chat.tokens import check_context, guess_usage

REQUEST = ".request.md"
REPLY = ".reply.md"
UNUSABLE = ".unusable-"
"""Stands before `request.md` and `reply.md` in the names of what was set aside."""
QUIET_SECONDS = 0.5
"""A reply counts once its size and modification time have not changed for this long."""
POLL_SECONDS = 0.2
LONGEST_STEM = 120

_NUMBERED = re.compile(r"^(\d{4,})-.*\.(?:unusable-)?(?:request|reply)\.md$")
_FIRST_LINE = re.compile(r"digest: ([0-9a-f]{64})")


class RelayModel:
    """Whoever answers the files of one folder. Safe for several threads and processes."""

    def __init__(
        self,
        name: str,
        answerer: str,
        folder: Path,
        *,
        timeout_seconds: float | None = None,
        context_tokens: int | None = None,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.folder = folder
        self._answerer = answerer
        self._timeout = timeout_seconds
        self._context = context_tokens
        self._sleep = sleep
        self._clock = clock
        self._digests: dict[str, str] = {}

    def ask(self, request: Request) -> Reply:
        """Write the request, unless it is there already, and wait for its reply.

        Raises: ProviderFailed if the folder cannot be used, the reply is not UTF-8, or none came in time;
        ContextOverflow if the conversation is too long.
        """
        check_context(self.name, request, request.max_output_tokens, self._context)
        try:
            stem = self._place(request)
            text = self._wait(self.folder / (stem + REPLY))
        except OSError as error:
            why = error.strerror or error
            raise ProviderFailed(f"{self.name}: {self.folder} cannot be used: {why}") from error
        return Reply(text=text, usage=guess_usage(request, text), model=self._answerer)

    def set_aside(self, digest: str) -> None:
        """Rename a request and its reply, so that the request is written anew: `.reply.md` to `.unusable-reply.md`.

        Raises: ProviderFailed if the folder cannot be used.
        """
        try:
            with held(self.folder, wait=True):
                stem = self._stem_of(digest, [path.name for path in self.folder.iterdir()])
                if stem is None:
                    return
                for suffix in (REPLY, REQUEST):
                    path = self.folder / (stem + suffix)
                    if path.exists():
                        path.replace(self.folder / (stem + UNUSABLE + suffix.removeprefix(".")))
        except OSError as error:
            raise ProviderFailed(f"{self.name}: {self.folder} cannot be used: {error.strerror or error}") from error

    def _place(self, request: Request) -> str:
        """The stem of the request's files: those with the same digest, or new ones with the next number."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with held(self.folder, wait=True):
            names = [path.name for path in self.folder.iterdir()]
            known = self._stem_of(request.digest, names)
            if known is not None:
                return known
            last = max((int(match[1]) for name in names if (match := _NUMBERED.match(name))), default=0)
            label = "-".join(_in_a_name(part) for part in _shown(request))
            stem = f"{last + 1:04d}-{label}"[:LONGEST_STEM]
            write_atomically(self.folder / (stem + REQUEST), render(request, stem + REPLY))
            self._digests[stem] = request.digest
            return stem

    def _stem_of(self, digest: str, names: list[str]) -> str | None:
        stems = sorted(name.removesuffix(REQUEST) for name in names if name.endswith(REQUEST))
        for stem in stems:
            if stem not in self._digests:
                self._digests[stem] = _digest_in(self.folder / (stem + REQUEST))
        return next((stem for stem in stems if self._digests[stem] == digest), None)

    def _wait(self, path: Path) -> str:
        deadline = None if self._timeout is None else self._clock() + self._timeout
        seen: tuple[int, int] | None = None
        since = self._clock()
        while True:
            state = _state(path)
            now = self._clock()
            if state != seen:
                seen, since = state, now
            if state is not None and (now - since >= QUIET_SECONDS or _is_old(state)):
                text = self._read(path)
                if text.strip():
                    return text
            if deadline is not None and now >= deadline:
                raise ProviderFailed(f"{self.name}: no reply in {path} within {self._timeout:g} s")
            self._sleep(POLL_SECONDS)

    def _read(self, path: Path) -> str:
        try:
            return path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ProviderFailed(f"{self.name}: {path} is not UTF-8 text; save it as UTF-8") from None


def render(request: Request, reply_name: str) -> str:
    """The request as a person reads it: where to put the reply, then each message under a heading."""
    count = len(request.messages)
    parts = [
        f"<!-- Write the reply into {reply_name} beside this file: plain text, exactly what you, the model, say. "
        f"digest: {request.digest} -->",
        f"<!-- role: {', step: '.join(_shown(request))}, at most {request.max_output_tokens} tokens -->",
    ]
    for number, message in enumerate(request.messages, start=1):
        parts += ["", f"===== message {number} of {count}: {message.role} =====", "", message.content]
    return "\n".join(parts) + "\n"


def _shown(request: Request) -> list[str]:
    """Return the role and the step; of a player the role alone, because its step names the box."""
    return [request.role] if request.role == "player" else [request.role, request.step]


def _digest_in(path: Path) -> str:
    with path.open("rb") as file:
        first = file.readline(2_000).decode("utf-8", "replace")
    match = _FIRST_LINE.search(first)
    return match[1] if match else ""


def _state(path: Path) -> tuple[int, int] | None:
    """Size and modification time of a file; None if it is missing or empty."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_size, found.st_mtime_ns) if found.st_size else None


def _is_old(state: tuple[int, int]) -> bool:
    return time.time() - state[1] / 1e9 >= QUIET_SECONDS


def _in_a_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._~+-]", "-", text)
