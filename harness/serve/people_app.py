"""Play in the browser: a page per invited person, which needs no JavaScript and holds nothing but the conversation.

What was told at the beginning (the rules, a game's book) stays beside what comes after it. A link is a name's
invitation: its token cannot be guessed, and stays the same as long as the results do.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.serve.desk import LONGEST, Desk, NotTaken, Shown

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

FILE = "invitations.json"
WAIT = 20.0
"""Seconds for which a page waits for the box before it comes back by itself."""
HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}
TITLE = "Explore and answer"
"""Of every page: the id of a box may tell its rule."""
STYLE = """
main { max-width: none; }
textarea { display: block; width: 100%; font: inherit; color: inherit; background: var(--soft); }
button { margin: .4rem 0 1rem; padding: .2rem 1.2rem; }
@media (min-width: 60rem) {
  main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; align-items: start; }
  main > h1, main > p { grid-column: 1 / -1; margin-top: 1rem; }
  .told, .game { height: calc(100vh - 5rem); overflow-y: auto; padding-right: .5rem; }
  .game { display: flex; flex-direction: column-reverse; }
  .game > div { margin-bottom: auto; }
}
"""
_ASKS = {"query": "Your query", "answer": "Your answer", "program": "Your program", "move": "Your move"}


def invitations(folder: Path, names: list[str]) -> dict[str, str]:
    """Return name to token for everybody who is invited; those invited before keep theirs. Raises: BoxwrightError."""
    path = folder / FILE
    try:
        known: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        for name in names:
            known.setdefault(name, secrets.token_urlsafe(24))
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(known, file, indent=1)
    except (OSError, ValueError) as error:
        raise BoxwrightError(f"{path}: the invitations cannot be read and written: {error}") from error
    return known


def people_app(desks: Mapping[str, Desk]) -> Starlette:
    """Return the application; `desks` is token to desk. Raises: MissingExtra."""
    applications = import_extra("starlette.applications", "serve")
    concurrency = import_extra("starlette.concurrency", "serve")
    responses = import_extra("starlette.responses", "serve")
    routing = import_extra("starlette.routing", "serve")
    style = files("boxwright.harness.report.page").joinpath("page.css").read_text("utf-8")

    def page(desk: Desk, fault: str = "", status: int = 200) -> Response:
        text = _page(style, desk.now(), fault)
        made: Response = responses.HTMLResponse(text, status, headers=HEADERS)
        return made

    async def show(request: Request) -> Response:
        desk = desks.get(request.path_params["token"])
        if desk is None:
            unknown: Response = responses.PlainTextResponse("This is no invitation.", 404, headers=HEADERS)
            return unknown
        if request.method == "GET":
            await concurrency.run_in_threadpool(desk.now, WAIT)
            return page(desk)
        try:
            question, text = _read(await _body(request))
            desk.say(question, text)
        except NotTaken as fault:
            return page(desk, str(fault), 409)
        await concurrency.run_in_threadpool(desk.now, WAIT)
        back: Response = responses.RedirectResponse(request.url.path, 303, headers=HEADERS)
        return back

    app: Starlette = applications.Starlette(routes=[routing.Route("/play/{token}", show, methods=["GET", "POST"])])
    return app


async def _body(request: Request) -> bytes:
    """Return what the browser sent, if it is not too much. Raises: NotTaken."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > 12 * LONGEST:
            raise NotTaken(f"the reply is longer than {LONGEST:,} characters; shorten it")
    return found


def _read(body: bytes) -> tuple[int, str]:
    """Return the question and the text of a form. Raises: NotTaken for anything else."""
    from urllib.parse import parse_qs

    try:
        form = parse_qs(body.decode("utf-8"), keep_blank_values=True, strict_parsing=True, max_num_fields=2)
        (question,), (text,) = form["question"], form["text"]
        return int(question), text.replace("\r\n", "\n")
    except (ValueError, KeyError) as error:
        raise NotTaken("the browser sent something that is not a reply; reply below") from error


def _page(style: str, shown: Shown, fault: str) -> str:
    """Return the page as HTML; everything on it is escaped."""
    told, *later = shown.said or ((False, ""),)
    messages = [("assistant", "you", text) if own else ("user", "box", text) for own, text in later]
    if len(shown.said) == 1:
        messages = [("user", "box", shown.asked)]
    said = "".join(
        f'<div class="said {role}"><b>{who}</b><pre>{escape(text)}</pre></div>' for role, who, text in messages
    )
    again = "" if shown.kind or shown.over else '<meta http-equiv="refresh" content="1">'
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{again}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{TITLE}</title><style>{style}{STYLE}</style><main><h1>{TITLE}</h1>"
        f'<section class="told" tabindex="0" aria-label="What you were told at the beginning"><pre>{escape(told[1])}'
        f'</pre></section><section class="game" tabindex="0" aria-label="The game"><div>{said}{_below(shown, fault)}'
        "</div></section></main></html>"
    )


def _below(shown: Shown, fault: str) -> str:
    told = f'<p class="bad" role="alert">{escape(fault)}</p>' if fault else ""
    if shown.over:
        return f"{told}<p><b>The episode is over. Thank you; you may close the page.</b></p>"
    if not shown.kind:
        return f"{told}<p>The box is at work ...</p>"
    return (
        f'{told}<form method="post"><input type="hidden" name="question" value="{shown.question}">'
        f'<label for="text">{_ASKS[shown.kind]} (the word before the colon may be left out)</label>'
        '<textarea id="text" name="text" rows="4" autofocus required></textarea><button>Send</button></form>'
    )
