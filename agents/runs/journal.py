"""The journal of a build, which is also its recording: every request and reply, on disk before the reply is used.

One JSON object per line: first the header (what the recording is of), then one entry per request that was answered.
Messages with which the last entry of the same role began stand there only: a game's hundredth move repeats ninety-nine.
Unusable replies are set aside by a later line: they stay in the file but no longer count. A build that was killed finds
its replies here and repeats at most the requests in flight; a replay finds them here by role and step.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from boxwright.harness.chat.api import ChatModel, ContextOverflow, Message, ModelError, Reply, Request
from boxwright.agents.runs.asking import MAX_REQUEST_BYTES
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import append_line, write_atomically
from boxwright.blackboxes.revisions import Revisions


LOOP = 3
"""The revision of the build loop. Since 2 it asks back: for lines that a verdict does not explain, for queries that were
sent before, for claims that no line settles; and each version meets test samples of its own. Since 3 the refiner reads
the code where there is no second writing, and inputs are worked out with an exam, too."""


class StaleRecording(BoxwrightError):
    """A recording does not fit any more; a model is needed."""

    exit_code = 4


class Header(BaseModel):
    """The first line of a recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str = "recording"
    format: Literal[1, 2, 3] = 3
    id: str
    description: str
    """Hash of the description."""
    prompts: dict[str, int] | str
    """The agents' prompts by name, with their versions (format 1: a hash)."""
    family: str = ""
    """Format 1: a hash of the family's source."""
    revisions: Revisions | None = None
    """Of what plays and scores the box; None where nothing is played."""
    models: dict[str, str]
    """Role to model."""
    settings: dict[str, Any]
    """The build's settings that decide what is asked."""
    objections: tuple[str, ...] = ()
    """The author's reasons against earlier versions, which the refiner was told."""
    planted: str = ""
    """What a person planted into the replies; empty for an honest recording."""
    loop: int = Field(default=1, ge=1, le=LOOP)
    """The revision of the loop that asked; a replay asks as that revision did. Omitted if it is the first."""

    def line(self) -> str:
        """Return the header as the first line of a recording, with the fields of its own format."""
        left_out = {"revisions" if self.format == 1 else "family", *(["loop"] if self.loop == 1 else [])}
        return self.model_dump_json(exclude=left_out)


class Entry(BaseModel):
    """One request and its reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    role: str
    step: str
    digest: str
    max_output_tokens: int
    messages: tuple[Message, ...]
    """All of them, in memory."""
    reply: Reply
    common: int = Field(default=0, ge=0)
    """With how many of its messages the entry before it of the same role began, too; its line leaves them out."""

    def line(self) -> str:
        """Return the entry as a line of a recording."""
        own = self.model_copy(update={"messages": self.messages[self.common :]})
        return own.model_dump_json(exclude=set() if self.common else {"common"})


class SetAside(BaseModel):
    """A line after unusable replies: they no longer count, and their step is asked again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["set aside"] = "set aside"
    role: str
    steps: tuple[str, ...]
    reason: str

    def line(self) -> str:
        """Return it as a line of a recording."""
        return self.model_dump_json()


Line = Entry | SetAside
_LINE: TypeAdapter[Line] = TypeAdapter(Line)


@dataclass
class Recording:
    """A recording as read from disk."""

    header: Header
    lines: list[Line] = field(default_factory=list)
    """Everything below the header, in file order."""
    entries: list[Entry] = field(default_factory=list)
    """The entries that count."""
    aside: list[Entry] = field(default_factory=list)
    """The entries that were set aside."""
    last: dict[str, Entry] = field(default_factory=dict)
    """The last entry of each role, whether it counts or not."""

    def showed(self, text: str) -> bool:
        """Whether every role read this text, whole, in its first request; nobody reads an empty one."""
        first = {entry.role: entry for entry in reversed(self.entries)}.values()
        read = ("\n".join(message.content for message in entry.messages) for entry in first)
        return bool(text.strip()) and bool(first) and all(text.strip() in words for words in read)

    def add(self, line: Line) -> None:
        """Add the next line, as it stands in the file. Raises: ValueError if what it leaves out stands nowhere."""
        if isinstance(line, Entry):
            line = self._completed(line)
            self.last[line.role] = line
            self.entries.append(line)
        else:
            out = [e for e in self.entries if e.role == line.role and e.step in line.steps]
            self.aside += out
            self.entries = [e for e in self.entries if e not in out]
        self.lines.append(line)

    def _completed(self, entry: Entry) -> Entry:
        if not entry.common:
            return entry
        before = self.last.get(entry.role)
        if before is None or len(before.messages) < entry.common:
            raise ValueError(f"entry {entry.n} leaves out messages that no line before it has")
        return entry.model_copy(update={"messages": (*before.messages[: entry.common], *entry.messages)})


def read_recording(path: Path) -> tuple[Header, list[Entry]]:
    """Read a recording's header and the entries that count. Raises: BoxwrightError."""
    recording = read_whole(path)
    return recording.header, recording.entries


def read_whole(path: Path) -> Recording:
    """Read a recording; an incomplete last line, left by a crash, is skipped. Raises: BoxwrightError."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BoxwrightError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BoxwrightError(f"{path}: not UTF-8 text; restore the file") from error
    recording: Recording | None = None
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            if recording is None:
                recording = Recording(Header.model_validate_json(line))
            else:
                recording.add(_LINE.validate_json(line))
        except ValueError as error:
            if number == len(lines) and recording is not None:
                break
            raise BoxwrightError(f"{path}:{number}: not a valid line of a recording; restore the file") from error
    if recording is None:
        raise BoxwrightError(f"{path}: empty; a recording starts with a header line")
    return recording


class Journal:
    """The file that a build writes. Thread-safe."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self._lock = threading.Lock()
        self._entries: dict[tuple[str, str], Entry] = {}
        self._last: dict[str, Entry] = {}
        """The last entry of each role in the file."""
        self.aside: list[Entry] = []
        """The entries that were set aside before."""

    @classmethod
    def start(cls, path: Path, header: Header) -> Journal:
        """Start a new file with its header. Raises: OSError."""
        write_atomically(path, header.line() + "\n")
        return cls(path, header)

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Continue a file; an incomplete last line is cut off first. Raises: BoxwrightError, OSError."""
        recording = read_whole(path)
        journal = cls(path, recording.header)
        journal._entries = {(e.role, e.step): e for e in recording.entries}
        journal._last = recording.last
        journal.aside = recording.aside
        lines = [recording.header.line(), *(line.line() for line in recording.lines)]
        text = "\n".join(lines) + "\n"
        if path.read_text(encoding="utf-8") != text:
            write_atomically(path, text)
        return journal

    @property
    def entries(self) -> list[Entry]:
        """All entries that count, in file order."""
        return list(self._entries.values())

    def find(self, request: Request) -> Reply | None:
        """Return the reply to exactly this request, if it was answered before."""
        entry = self._entries.get((request.role, request.step))
        return entry.reply if entry is not None and entry.digest == request.digest else None

    def write(self, request: Request, reply: Reply) -> None:
        """Write a request and its reply to disk. Raises: OSError."""
        with self._lock:
            entry = Entry(
                n=len(self._entries) + 1,
                role=request.role,
                step=request.step,
                digest=request.digest,
                max_output_tokens=request.max_output_tokens,
                messages=request.messages,
                reply=reply,
                common=self._common(request),
            )
            append_line(self.path, entry.line())
            self._entries[request.role, request.step] = self._last[request.role] = entry

    def _common(self, request: Request) -> int:
        """Return with how many messages of the role's last request this one begins, where the format leaves them out."""
        before = self._last.get(request.role)
        if before is None or self.header.format < 3:
            return 0
        pairs = zip(before.messages, request.messages, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def set_aside(self, role: str, step: str, reason: str) -> list[Entry]:
        """Set aside the replies of a step and of its repetitions as unusable; return them. Raises: OSError."""
        with self._lock:
            steps = [s for r, s in self._entries if r == role and s.partition("~")[0] == step]
            append_line(self.path, SetAside(role=role, steps=tuple(steps), reason=reason).line())
            unusable = [self._entries.pop((role, s)) for s in steps]
            self.aside += unusable
            return unusable


class JournalledModel:
    """A model whose replies are journalled before they are used; `on_reply` is called with new ones."""

    def __init__(self, model: ChatModel, journal: Journal, on_reply: Callable[[Request, Reply], None]) -> None:
        self.name = model.name
        self._model = model
        self._journal = journal
        self._on_reply = on_reply

    def ask(self, request: Request) -> Reply:
        """Return the journalled reply, or ask. Raises: ModelError (also for a request over the limit)."""
        reply = self._journal.find(request)
        if reply is None:
            length = sum(len(message.content.encode("utf-8")) for message in request.messages)
            if length > MAX_REQUEST_BYTES:
                raise ContextOverflow(
                    f"{request.role} {request.step}: the request has {length:,} bytes, more than the "
                    f"{MAX_REQUEST_BYTES:,} that a build may send; shorten the description or the test"
                )
            reply = self._model.ask(request)
            self._journal.write(request, reply)
            self._on_reply(request, reply)
        return reply


class ReplayModel:
    """A recording in place of the models; it can only repeat what was recorded."""

    name = "replay"

    def __init__(self, entries: list[Entry], *, strict: bool) -> None:
        self._entries = {(e.role, e.step): e for e in entries}
        self._strict = strict

    def ask(self, request: Request) -> Reply:
        """Return the recorded reply for this role and step. Raises: ReplayEnded."""
        entry = self._entries.get((request.role, request.step))
        name = _name(request)
        if entry is None:
            raise ReplayEnded(f"the recording has no reply for {name}: the build took a different path; it needs a model")
        if entry.digest != request.digest and self._strict:
            raise ReplayEnded(f"the recording was asked something else at {name} (strict); it needs a model")
        return entry.reply

    def differing(self, asked: Iterable[Entry]) -> tuple[str, ...]:
        """Return the names of the requests that are worded differently than recorded."""
        recorded = [(entry, self._entries.get((entry.role, entry.step))) for entry in asked]
        return tuple(_name(now) for now, then in recorded if then is not None and then.digest != now.digest)


def _name(request: Request | Entry) -> str:
    return f"{request.role} {request.step}"


class ReplayEnded(ModelError):
    """A recording has no reply to a request."""
