"""Every way in which a provider or a model misbehaves, and how Boxwright reacts.

Nothing here is only claimed, everything is observed: a coder asks for two
replies over HTTP, the first is good, the second meets the fault; where that stops the coder, it is resumed from its
journal at a server that is well, and the work that is lost is counted: replies that have to be asked for again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from boxwright.agents.box.roles import Brief, Coder
from boxwright.agents.runs.asking import MAX_OUTPUT_TOKENS
from boxwright.agents.runs.journal import Header, Journal, JournalledModel
from boxwright.harness.chat import BadReply, ChatModel, ModelError, Reply, Request, Retry, open_model
from tests.agents.script import CLAIMS, GOOD_CODE
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe
from tests.harness.chat.provider_server import (
    EARLY_HINTS,
    HEADERS,
    Answer,
    ProviderServer,
    as_chunks,
    as_events,
    as_json,
)
from tests.harness.chat.wire import KEY, WIRES, AnthropicWire, Tokens, Wire

Ending = Literal["continued", "stopped"]
Step = Literal["claims", "write"]


@dataclass(frozen=True)
class Fault:
    """One way to misbehave."""

    name: str
    answers: Callable[[Any], list[Answer]]
    """What the server answers to the request that meets the fault, and to its repetitions."""
    ending: Ending = "continued"
    """`stopped`: `--resume` goes on when the cause is gone, and asks a model that said nothing usable anew."""
    at: Step = "claims"
    """Claims are a structured reply, what is written is code."""
    spec: dict[str, Any] = field(default_factory=dict)
    wires: tuple[Wire, ...] = WIRES


@dataclass(frozen=True)
class Outcome:
    """What was observed."""

    ending: Ending
    happened: str
    lost: int
    """Replies that were there before the fault and were asked for again."""


def _cut(answer: Answer, share: float) -> Answer:
    return dataclasses.replace(answer, cut_after=int(len(answer.body) * share))


def _endless(wire: Wire) -> Answer:
    whole = wire.reply(CLAIMS)
    end = whole.body.rindex(b"\n\n", 0, -20) + 2 if wire.stream else len(whole.body) - 1
    return dataclasses.replace(whole, body=whole.body[:end], drip=b": ping\n\n" if wire.stream else b" ")


def _error_in_the_middle(wire: Wire) -> Answer:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    if isinstance(wire, AnthropicWire):
        events = wire.events(CLAIMS, "end_turn", "", Tokens())[:4]
        return as_events(*events, {"type": "error", "error": error})
    return as_chunks(*wire.chunks(CLAIMS, None, "", None)[:4], {"error": error})


def _bomb(wire: Wire) -> Answer:
    whole = wire.reply(CLAIMS)
    headers = {**whole.headers, "content-encoding": "gzip"}
    return dataclasses.replace(whole, body=gzip.compress(b" " * 100_000_000 + whole.body, 1), headers=headers)


def _odd_usage(wire: Wire) -> Answer:
    whole = wire.reply(CLAIMS)
    body = re.sub(rb'"(completion|output)_tokens": \d+', rb'"\1_tokens": "many"', whole.body)
    assert body != whole.body
    return dataclasses.replace(whole, body=body)


def _not_utf8(wire: Wire) -> Answer:
    whole = wire.reply(CLAIMS)
    assert b"kept" in whole.body
    return dataclasses.replace(whole, body=whole.body.replace(b"kept", b"k\xffpt"))


def _two_choices(wire: Wire) -> Answer:
    first, second = wire.reply(CLAIMS), wire.reply("z becomes b")
    if wire.stream:
        chunks, others = first.body.split(b"\n\n"), second.body.replace(b'"index": 0', b'"index": 1').split(b"\n\n")
        return dataclasses.replace(first, body=b"\n\n".join([chunks[0], *others[:-3], *chunks[1:]]))
    body, other = json.loads(first.body), json.loads(second.body)
    return as_json({**body, "choices": body["choices"] + [{**other["choices"][0], "index": 1}]})


ELSEWHERE = "https://elsewhere.example/v1"
STREAMING = tuple(wire for wire in WIRES if wire.stream)
QUICK = {"timeout_seconds": 0.3}
SHAPE = '{"claims": "z becomes a"}'
SEVERAL = f"```\n$ pip install nothing\n```\n{GOOD_CODE}Use it:\n```python\nblackbox('abc')\n```\n"
OTHER = "```javascript\nfunction blackbox(text) { return text }\n```"

FAULTS = (
    Fault("429 with retry-after", lambda w: [w.error(429, "Slow.", retry_after="3")]),
    Fault("429 without", lambda w: [w.error(429, "Slow.")] * 2),
    Fault("529, overloaded", lambda w: [w.error(529, "Overloaded.")]),
    Fault("500, twice", lambda w: [w.error(500, "Down.")] * 2),
    Fault("503, permanently", lambda w: [w.error(503, "Down.")] * 6, "stopped"),
    Fault("asks for a wait of an hour", lambda w: [w.error(429, "Later.", retry_after="3600")], "stopped"),
    Fault("the quota is used up", lambda w: [w.error(429, "Pay first.", "insufficient_quota")], "stopped"),
    Fault("the key is refused", lambda w: [w.error(401, f"Incorrect key {KEY}.")], "stopped"),
    Fault("the model does not exist", lambda w: [w.error(404, "No such model.")], "stopped"),
    Fault("says nothing at all", lambda w: [Answer(hang=True)], spec=QUICK),
    Fault(
        "goes silent in the middle",
        lambda w: [dataclasses.replace(_cut(w.reply(CLAIMS), 0.6), hang=True)],
        spec=QUICK,
    ),
    Fault("never ends, a little at a time", lambda w: [_endless(w)], spec=QUICK),
    Fault("headers without end, one at a time", lambda w: [Answer(head=HEADERS)], spec=QUICK),
    Fault("early hints without end", lambda w: [Answer(head=EARLY_HINTS)], spec=QUICK),
    Fault("a hundred kilobytes that unpack to a hundred megabytes", lambda w: [_bomb(w)]),
    Fault("twelve megabytes of empty lists", lambda w: [Answer(body=b"[" + b"[]," * 4_000_000 + b"[]]")]),
    Fault("a redirect to another server", lambda w: [Answer(307, headers={"location": ELSEWHERE})], "stopped"),
    Fault("the connection breaks before the reply", lambda w: [_cut(w.reply(CLAIMS), 0)]),
    Fault("the connection breaks in the middle", lambda w: [_cut(w.reply(CLAIMS), 0.6)]),
    Fault("an error in the middle of the stream", lambda w: [_error_in_the_middle(w)], wires=STREAMING),
    Fault("an error under status 200", lambda w: [as_json({"error": {"message": "Ill.", "code": 502}})]),
    Fault("a page instead of a reply", lambda w: [Answer(body=b"<html>", headers={"content-type": "text/html"})]),
    Fault("bytes that are not UTF-8", lambda w: [_not_utf8(w)]),
    Fault("a usage that is no number", lambda w: [_odd_usage(w)]),
    Fault("an empty reply", lambda w: [w.empty(), w.reply(" \n")]),
    Fault("reasoning without text", lambda w: [w.reply(None, reasoning="z is a")]),
    Fault("reasoning without text, code", lambda w: [w.reply(None, reasoning="z is a")], at="write"),
    Fault("the call of a tool in place of text", lambda w: [w.call()]),
    Fault("two choices", lambda w: [_two_choices(w)], wires=WIRES[:2]),
    Fault("the server says: context overflow", lambda w: [w.too_long()], "stopped"),
    Fault("longer than `context_tokens`", lambda w: [], "stopped", spec={"context_tokens": MAX_OUTPUT_TOKENS + 1}),
    Fault("refuses to answer, JSON", lambda w: [w.reply("I will not.", ending="refused")], "stopped"),
    Fault("refuses to answer, code, once", lambda w: [w.reply(None, ending="refused")], at="write"),
    Fault("JSON cut off at the token limit", lambda w: [w.reply(CLAIMS[:20], ending="length")]),
    Fault("prose around JSON", lambda w: [w.reply(f"Gladly:\n{CLAIMS}\nIs that what you meant?")]),
    Fault("JSON in a fence", lambda w: [w.reply(f"Gladly:\n```json\n{CLAIMS}\n```\n")]),
    Fault("invalid JSON, once", lambda w: [w.reply(CLAIMS[:-1])]),
    Fault("JSON of another shape, twice", lambda w: [w.reply(SHAPE)] * 2),
    Fault("invalid JSON, every time", lambda w: [w.reply("z becomes a")] * 3, "stopped"),
    Fault("code cut off at the token limit", lambda w: [w.reply(GOOD_CODE[:60], ending="length")], at="write"),
    Fault("prose around code", lambda w: [w.reply(f"Sure.\n{GOOD_CODE}\nAnything else?")], at="write"),
    Fault("code outside a fence", lambda w: [w.reply(CAESAR)], at="write"),
    Fault("code in a fence without a label", lambda w: [w.reply(f"```\n{CAESAR}```")], at="write"),
    Fault("code in one of several fences", lambda w: [w.reply(SEVERAL)], at="write"),
    Fault("code in another language, once", lambda w: [w.reply(OTHER)], at="write"),
    Fault("no code, ever", lambda w: [w.reply("I would rather not.")] * 3, "stopped", at="write"),
    Fault("code cut off every time", lambda w: [w.reply(GOOD_CODE[:60], ending="length")] * 3, "stopped", at="write"),
    Fault(
        "refuses to answer, code, every time", lambda w: [w.reply(None, ending="refused")] * 3, "stopped", at="write"
    ),
)
GOOD: dict[Step, str] = {"claims": CLAIMS, "write": GOOD_CODE}


class _Watched:
    """A model, and the steps that it was asked."""

    def __init__(self, model: ChatModel, asked: list[str]) -> None:
        self.name = model.name
        self._asked = asked
        self._model = model

    def ask(self, request: Request) -> Reply:
        self._asked.append(request.step)
        return self._model.ask(request)


def observe(fault: Fault, wire: Wire, folder: Path) -> Outcome:
    """Let a coder meet the fault, and go on after it."""
    server = ProviderServer()
    try:
        return _observe(fault, wire, folder, server)
    finally:
        server.close()


def _observe(fault: Fault, wire: Wire, folder: Path, server: ProviderServer) -> Outcome:
    first: Step = "write" if fault.at == "claims" else "claims"
    journal = Journal.start(folder / "recording.jsonl", _header())
    server.will(wire.reply(GOOD[first]), *fault.answers(wire), wire.reply(GOOD[fault.at]))
    slept: list[float] = []
    ended, said = _play(fault, wire, server, journal, (first, fault.at), slept)[:2]
    answered = [entry.step for entry in journal.entries]
    repairs = sum("~" in entry.step for entry in (*journal.entries, *journal.aside))
    lost = 0
    if ended == "stopped":
        server.forget()
        server.will(wire.reply(GOOD[fault.at]), wire.reply(GOOD[fault.at]))
        well = dataclasses.replace(fault, spec={})
        resumed = Journal.resume(folder / "recording.jsonl")
        again, why, asked = _play(well, wire, server, resumed, (first, fault.at), [])
        assert again == "continued", why
        lost = len(set(asked) & set(answered))
    return Outcome(ended, _sentence(slept, repairs, ended, said), lost)


def _play(
    fault: Fault, wire: Wire, server: ProviderServer, journal: Journal, steps: tuple[Step, ...], slept: list[float]
) -> tuple[Ending, str, list[str]]:
    """How the two steps ended, why, and which requests went to the provider."""
    retry = Retry(sleep=slept.append, random=lambda: 0.5)
    asked: list[str] = []
    got: dict[str, object] = {}
    try:
        for step in steps:
            spec = wire.spec(server, **(fault.spec if step == fault.at else {}))
            opened: Any = open_model(spec, relay_root=Path("nowhere"), retry=retry)
            with contextlib.closing(opened):
                model = JournalledModel(_Watched(opened, asked), journal, lambda request, reply: None)
                coder = Coder(model, Brief(_DESCRIPTION))
                got[step] = coder.claims() if step == "claims" else coder.write()
    except BadReply as error:
        journal.set_aside(error.role, error.step, str(error))
        return "stopped", _plain(str(error), wire), asked
    except ModelError as error:
        return "stopped", _plain(str(error), wire), asked
    assert got == {"claims": ("z becomes a", "case is kept"), "write": CAESAR}, got
    return "continued", "", asked


def _sentence(slept: list[float], repairs: int, ended: Ending, said: str) -> str:
    parts = []
    if slept:
        parts.append(f"retried {_times(len(slept))}, after {', '.join(f'{s:g}' for s in slept)} s")
    if repairs:
        parts.append(f"asked again {_times(repairs)} with the reason")
    if ended == "continued":
        parts.append("continued" if parts else "read anyway")
        return ", ".join(parts)
    return ", ".join([*parts, f"stopped, resumed later: *{said}*"])


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _plain(said: str, wire: Wire) -> str:
    said = re.sub(r"about [\d,]+ tokens", "about N tokens", said)
    return said.replace(f"{wire.provider} own-name", "MODEL").replace(f"{wire.provider.upper()}_API_KEY", "..._API_KEY")


def _header() -> Header:
    return Header(
        id=_DESCRIPTION.id, description="d", prompts="p", family="f", models={"coder": "a-model"}, settings={}
    )


_DESCRIPTION = describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE)


def rows(fault: Fault, outcomes: dict[str, Outcome]) -> list[str]:
    """The lines of the table for one fault: one for all providers that it ends alike with."""
    groups: dict[tuple[str, int], list[str]] = {}
    for name, outcome in outcomes.items():
        groups.setdefault((outcome.happened, outcome.lost), []).append(name)
    return [
        f"| {fault.name} | {_providers(names)} | {happened} | {'none' if not lost else f'{lost} replies'} |"
        for (happened, lost), names in groups.items()
    ]


def _providers(names: list[str]) -> str:
    if len(names) == len(WIRES):
        return "both, streaming and not"
    if names == [wire.name for wire in STREAMING]:
        return "both, streaming"
    return "; ".join(names)
