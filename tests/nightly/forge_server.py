"""A stand-in for the forge: a real HTTP server that speaks GitHub's REST interface over a bare repository.

It keeps issues, labels and pull requests, pages lists, and refuses what GitHub refuses: a wrong token (401), what is
not there (404), a label that exists, a pull request without a branch, without a commit or opened twice (422).
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

REPOSITORY, TOKEN = "team/boxes", "no-token-of-anybody"
LONGEST_BODY = 65_536


class Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Fault:
    """What the server answers in place of the next request of a method."""

    method: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    done: bool = False
    """The request is done all the same."""


class ForgeServer:
    """The state of one repository, and the server in front of it."""

    def __init__(self, bare: Path) -> None:
        self.bare = bare
        self.labels: dict[str, dict[str, str]] = {}
        self.issues: dict[int, dict[str, Any]] = {}
        self.pulls: dict[int, dict[str, Any]] = {}
        self.comments: dict[int, list[str]] = {}
        self.asked: list[tuple[str, str]] = []
        self.faults: list[Fault] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        return {"GITHUB_API_URL": self.url, "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_TOKEN": TOKEN}

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def open_issues(self) -> dict[int, str]:
        """Number to title."""
        return {number: issue["title"] for number, issue in self.issues.items() if issue["state"] == "open"}

    def add_label(self, number: int, name: str) -> None:
        """What a maintainer does by hand."""
        assert name in self.labels, "there is no such label to choose"
        self.issues[number]["labels"].append({"name": name})

    def changes(self) -> list[tuple[str, str]]:
        """The requests that changed something, beginning anew."""
        found = [each for each in self.asked if each[0] != "GET"]
        self.asked.clear()
        return found

    def has_branch(self, name: str) -> bool:
        shown = ["git", "-C", str(self.bare), "rev-parse", "--verify", "--quiet", f"refs/heads/{name}"]
        return subprocess.run(shown, capture_output=True).returncode == 0

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Do what a request asks for. Raises: Refused."""
        split = urlsplit(path)
        query = dict(parse_qsl(split.query))
        prefix = f"/repos/{REPOSITORY}"
        if not split.path.startswith(prefix):
            raise Refused(404, "Not Found")
        rest = split.path.removeprefix(prefix)
        number = int(found[1]) if (found := re.match(r"/(?:issues|pulls)/(\d+)", rest)) else 0
        kind = re.sub(r"/\d+", "/N", rest)
        do = {
            ("GET", ""): lambda: (200, {"default_branch": "main"}),
            ("POST", "/labels"): lambda: self._label(body),
            ("GET", "/issues"): lambda: self._list(self._matching_issues(query), query),
            ("POST", "/issues"): lambda: self._open(body),
            ("GET", "/issues/N"): lambda: (200, self._known(self.issues, number)),
            ("PATCH", "/issues/N"): lambda: (200, self._change(self._known(self.issues, number), body)),
            ("POST", "/issues/N/comments"): lambda: self._comment(number, body),
            ("GET", "/pulls"): lambda: self._list(self._matching_pulls(query), query),
            ("POST", "/pulls"): lambda: self._pull(body),
            ("PATCH", "/pulls/N"): lambda: (200, self._change(self._known(self.pulls, number), body)),
        }.get((method, kind))
        if do is None:
            raise Refused(404, "Not Found")
        return do()

    def _known(self, kept: dict[int, dict[str, Any]], number: int) -> dict[str, Any]:
        if number not in kept:
            raise Refused(404, "Not Found")
        return kept[number]

    def _list(self, items: list[dict[str, Any]], query: dict[str, str]) -> tuple[int, Any]:
        size, page = min(100, int(query.get("per_page", "30"))), int(query.get("page", "1"))
        return 200, items[(page - 1) * size : page * size]

    def _matching_issues(self, query: dict[str, str]) -> list[dict[str, Any]]:
        """Issues and, as on GitHub, pull requests too."""
        asked = set(query.get("labels", "").split(",")) - {""}
        both = [*self.issues.values(), *({**pull, "pull_request": {}} for pull in self.pulls.values())]
        found = [
            each
            for each in both
            if each["state"] == query.get("state", "open") and asked <= {label["name"] for label in each["labels"]}
        ]
        return sorted(found, key=lambda each: each["number"], reverse=query.get("direction", "desc") == "desc")

    def _matching_pulls(self, query: dict[str, str]) -> list[dict[str, Any]]:
        head = query.get("head", "")
        owner = REPOSITORY.split("/")[0]
        return [
            pull
            for pull in self.pulls.values()
            if pull["state"] == query["state"] and head in ("", f"{owner}:{pull['head']['ref']}")
        ]

    def _label(self, body: dict[str, Any]) -> tuple[int, Any]:
        if body["name"] in self.labels:
            raise Refused(422, "Validation Failed")
        self.labels[body["name"]] = body
        return 201, body

    def _open(self, body: dict[str, Any]) -> tuple[int, Any]:
        number = self._number()
        labels = [{"name": name} for name in body.get("labels", ())]
        issue = {"number": number, "state": "open", "title": "", "body": None, "labels": labels}
        self.issues[number] = issue
        self._change(issue, {"title": body["title"], "body": body.get("body")})
        return 201, issue

    def _change(self, item: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
        if len(body.get("body") or "") > LONGEST_BODY:
            raise Refused(422, "Validation Failed: body is too long (maximum is 65536 characters)")
        item.update({name: body[name] for name in ("title", "body", "state", "state_reason") if name in body})
        return item

    def _comment(self, number: int, body: dict[str, Any]) -> tuple[int, Any]:
        self._known(self.issues, number)
        self.comments.setdefault(number, []).append(body["body"])
        return 201, {}

    def _pull(self, body: dict[str, Any]) -> tuple[int, Any]:
        head, base = body["head"], body["base"]
        if not self.has_branch(head) or not self.has_branch(base):
            raise Refused(422, "Validation Failed: head is invalid")
        between = ["git", "-C", str(self.bare), "rev-list", "--count", f"{base}..{head}"]
        if subprocess.run(between, capture_output=True, text=True, check=True).stdout.strip() == "0":
            raise Refused(422, f"Validation Failed: No commits between {base} and {head}")
        if self._matching_pulls({"head": f"{REPOSITORY.split('/')[0]}:{head}", "state": "open"}):
            raise Refused(422, "Validation Failed: A pull request already exists")
        number = self._number()
        pull = {"number": number, "state": "open", "title": "", "body": None, "labels": [], "head": {"ref": head}}
        self.pulls[number] = self._change(pull, {"title": body["title"], "body": body.get("body")})
        return 201, pull

    def _number(self) -> int:
        return len(self.issues) + len(self.pulls) + 1


def _handler(server: ForgeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            size = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(size)) if size else {}
            server.asked.append((self.command, urlsplit(self.path).path))
            fault = next((each for each in server.faults if each.method == self.command), None)
            if fault:
                server.faults.remove(fault)
            try:
                if self.headers.get("authorization") != f"Bearer {TOKEN}":
                    raise Refused(401, "Bad credentials")
                status, told = (0, None) if fault and not fault.done else server.answer(self.command, self.path, body)
            except Refused as refused:
                status, told = refused.status, {"message": str(refused)}
            if fault:
                status, told = fault.status, {"message": "the server is unwell"}
            self._send(status, told, fault.headers if fault else {})

        do_GET = do_POST = do_PATCH = _serve

        def _send(self, status: int, told: Any, headers: dict[str, str]) -> None:
            data = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
