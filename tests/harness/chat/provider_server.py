"""A stand-in for the providers' servers, never a model: it speaks HTTP as they do and says what a test wrote down."""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from typing import Any

HEADERS = (b"HTTP/1.1 200 OK\r\n", b"x-hint: wait\r\n")
EARLY_HINTS = (b"", b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")


@dataclass(frozen=True)
class Answer:
    """What the server does with one request."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Announce the whole body, send so many bytes of it, close the connection."""
    hang: bool = False
    """Send what `cut_after` says (or nothing at all, not even a status), then nothing until the server is closed."""
    drip: bytes = b""
    """Never end: after the body send this again and again, a few at a time, until the other side has enough."""
    head: tuple[bytes, bytes] | None = None
    """Send the first instead of a status, then the second again and again, for some seconds: no head ever ends."""


@dataclass(frozen=True)
class Received:
    """One request as it came in."""

    path: str
    headers: dict[str, str]
    """By name in lower case."""
    body: dict[str, Any]


class _Http(ThreadingHTTPServer):
    request_queue_size = 128


class ProviderServer:
    """Answers one request after the other from a script, and keeps what it received."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self._script: list[Answer] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._http = _Http(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = False
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def will(self, *answers: Answer) -> None:
        """Put answers at the end of the script."""
        self._script += answers

    def forget(self) -> None:
        """Leave the rest of the script out."""
        self._script.clear()

    @property
    def left(self) -> int:
        """How many answers of the script nobody asked for."""
        return len(self._script)

    def answer_to(self, received: Received) -> Answer:
        with self._lock:
            self.received.append(received)
            if not self._script:
                return Answer(status=418, body=b'{"error": {"message": "the script is at its end"}}')
            return self._script.pop(0)

    def wait_until_closed(self) -> None:
        self._closing.wait()

    def closing(self, seconds: float) -> bool:
        return self._closing.wait(seconds)

    def close(self) -> None:
        self._closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def _handler(server: ProviderServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._send(server.answer_to(Received(self.path, headers, json.loads(body))))

        def _send(self, answer: Answer) -> None:
            self.close_connection = True
            if answer.head is not None:
                _drip_head(server, self.wfile, *answer.head)
                return
            if answer.hang and answer.cut_after is None:
                server.wait_until_closed()
                return
            begin = self.send_response_only if "date" in answer.headers else self.send_response
            begin(answer.status)
            for name, value in {"content-type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            if not answer.drip:
                self.send_header("content-length", str(len(answer.body)))
            self.send_header("connection", "close")
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # the other side may have enough
                self.wfile.write(answer.body[: answer.cut_after])
                self.wfile.flush()
            if answer.hang:
                server.wait_until_closed()
            if answer.drip:
                with contextlib.suppress(ConnectionError):
                    while not server.closing(0.02):
                        self.wfile.write(answer.drip)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def _drip_head(server: ProviderServer, out: BufferedIOBase, first: bytes, again: bytes) -> None:
    with contextlib.suppress(ConnectionError):
        out.write(first)
        for _ in range(200):
            if server.closing(0.02):
                return
            out.write(again)


def as_json(value: Any, status: int = 200, **headers: str) -> Answer:
    """An answer with a JSON body; an underscore in a header's name stands for a dash."""
    named = {name.replace("_", "-"): told for name, told in headers.items()}
    return Answer(status=status, body=json.dumps(value).encode(), headers=named)


def as_events(*events: dict[str, Any]) -> Answer:
    """An answer that is a stream of server-sent events, each named by its type."""
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    return Answer(body="".join(lines).encode(), headers={"content-type": "text/event-stream"})


def as_chunks(*chunks: Any, done: bool = True) -> Answer:
    """An answer that is a stream of chunks without names, as OpenAI sends them, and the word at its end."""
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + (["data: [DONE]\n\n"] if done else [])
    return Answer(body="".join(lines).encode(), headers={"content-type": "text/event-stream"})
