"""Gates 7 and 8: episodes of players that need no model, and leaks in the texts that players read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from statistics import mean
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.sweep import swept
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.finding import Finding, show_call
from boxwright.harness.gates import asked
from boxwright.harness.gates.settings import GateSettings, refuse_if
from boxwright.harness.gates.sweeps import budget
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.records import EpisodeRecord

TRIVIAL = ("constant", "echo", "random")
_WORD = re.compile(r"[^\W\d_]+")
_PATH = re.compile(r"(?:^|[\s\"'(])(?:/[\w.-]+){2,}|[A-Za-z]:\\\w|File \"|Traceback \(most recent|0x[0-9a-fA-F]{6,}")
_MACHINE = re.compile(r"/(?:usr|lib|home|root|tmp|opt|etc|var|proc)/[\w.-]+|File \"|Traceback \(most recent")
"""Leaks even inside an output: a machine's folders, a traceback."""
LONG_WORD = 7
"""Minimum letters for a single word of the hidden text to count as a leak."""
RUN = 4
"""Number of consecutive words of the hidden text that count as a leak."""
SHORTEST_QUOTE = 12
"""An output of fewer characters quotes nothing."""
AGAIN = 8
"""What came out too high by luck is measured in so many more episodes before it counts."""


def players(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 7: the oracle scores 100 %, trivial players stay near the chance level, which is low enough.

    So do players who only read the prompt, where near misses are measured too: when a box is built. All are asked what
    a finished box asks, not what its test agent is asked.
    """
    if box.telling is None:
        with box.asking(()) as played:
            return players(played, settings)
    floor = box.family.chance_level(box, derive(settings.seed, "floor"))
    own = box.family.habit_level(box, derive(settings.seed, "floor"))
    habit = floor if own is None else own
    if habit > settings.highest_floor:
        habit = mean(_habit(box, derive(settings.seed, "floor", n)) for n in range(AGAIN))
    scores = {kind: _score(box, settings, kind) for kind in ("oracle", *TRIVIAL)}
    findings = []
    if scores["oracle"] < 1.0:
        findings.append(
            _finding("oracle", f"a player who answers with the box's own truth scores {scores['oracle']:.0%}")
        )
    if habit > settings.highest_floor:
        findings.append(
            _finding("uniform", f"there is nothing to discover: one habit answers {habit:.0%} of the inputs rightly")
        )
    for kind in TRIVIAL:
        if scores[kind] > floor + settings.margin:
            others = [settings.model_copy(update={"seed": derive(settings.seed, "again", n)}) for n in range(AGAIN)]
            scores[kind] = mean(_score(box, other, kind) for other in others)
    findings += [
        _finding("trivial", f"the {kind} player, who learns nothing, scores {scores[kind]:.0%} (chance: {floor:.0%})")
        for kind in TRIVIAL
        if scores[kind] > floor + settings.margin
    ]
    refuse_if(findings)
    notes = {"floor": round(floor, 4), "scores": {k: round(v, 4) for k, v in scores.items()}}
    noted = asked.report(box, settings)
    floor = noted.get("floor", floor)
    message = "the {} player, who reads the prompt and asks nothing, scores {:.0%} (chance: {:.0%})"
    refuse_if(
        [
            _finding("glance", message.format(kind, score, floor))
            for kind, score in noted.get("glances", {}).items()
            if score > floor + settings.glance
        ]
    )
    return {**notes, **noted}


def _habit(box: Box[Any], seed: int) -> float:
    own = box.family.habit_level(box, seed)
    return box.family.chance_level(box, seed) if own is None else own


def leaks(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 8: no text for players contains words of the hidden text, its canary, a path or a traceback."""
    record = _episode(box, settings, "random", turns=settings.turns)
    front = box.description.front
    known = _words(f"{box.description.public} {_own_words(box)} {front.domain} {front.parameters}")
    findings = []
    for conversation in record.conversations[:1]:
        reason = _quoted(_words_in_order(conversation[0].content), box, known)
        if reason or box.description.canary in conversation[0].content:
            message = f"the introduction carries {reason or 'the canary of the hidden text'}"
            findings.append(Finding(gate="leaks", kind="leak", message=message))
    own = _own_values(record)
    for text, said in _texts(record):
        reason = _leak(text, box, known | _words(said), own)
        if reason:
            findings.append(Finding(gate="leaks", kind="leak", message=f"a text for players carries {reason}"))
    refuse_if(findings or list(_told_outputs(box, settings, known)))
    return {}


def _told_outputs(box: Box[Any], settings: GateSettings, known: set[str]) -> Iterator[Finding]:
    """Yield a finding for the first output of a sweep that quotes the hidden text; what the code names is asked too."""
    seen: set[str] = set()
    for calls, replies in swept(box, settings.seed, budget(settings)):
        for call, reply in zip(calls, replies, strict=True):
            for text in _inner_texts(reply.value):
                if text in seen or len(text) < SHORTEST_QUOTE:
                    continue
                seen.add(text)
                reason = _quoted(_words_in_order(text), box, known | _words(show_call(call)))
                if reason or box.description.canary in text:
                    message = f"an output carries {reason or 'the canary of the hidden text'}"
                    yield Finding(gate="leaks", kind="leak", message=message, call=show_call(call))
                    return


def _inner_texts(value: Any) -> Iterator[str]:
    """Every text in a value, those of its keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _inner_texts(part)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from _inner_texts(part)


def _finding(kind: str, message: str) -> Finding:
    return Finding(gate="players", kind=kind, message=message)


def _words_in_order(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _words(text: str) -> set[str]:
    return set(_words_in_order(text))


def _own_values(record: EpisodeRecord) -> list[str]:
    """Texts that are queries or outputs themselves, in which anything like a path is not a leak."""
    values = [v for t in record.turns for v in (t.query, t.value)] + [s.question for s in record.samples]
    return sorted({v.strip() for v in values if isinstance(v, str) and v.strip()}, key=len, reverse=True)


def _episode(box: Box[Any], settings: GateSettings, kind: str, turns: int = 3) -> EpisodeRecord:
    plan = Plan(turns=turns, shots=1, samples=settings.trials, seed=derive(settings.seed, "players"))
    return play(box, plan, BuiltinPlayer(kind, plan.seed))


def _score(box: Box[Any], settings: GateSettings, kind: str) -> float:
    samples = _episode(box, settings, kind).samples
    return sum(s.value for s in samples) / len(samples)


def _own_words(box: Box[Any]) -> str:
    texts = [text for name, text in box.family.prompt.sections.items() if not name.startswith("starter")]
    return " ".join([*texts, *load_prompt("players/engine").sections.values()])


def _texts(record: EpisodeRecord) -> Iterator[tuple[str, str]]:
    """Every text that players read after the introduction, with their reply before it."""
    for conversation in record.conversations:
        said = ""
        for message in conversation[1:]:
            if message.role == "assistant":
                said += f" {message.content}"
            else:
                yield message.content, said


def _leak(text: str, box: Box[Any], known: set[str], own: list[str]) -> str | None:
    if box.description.canary in text:
        return "the canary of the hidden text"
    bare = text
    for value in own:
        bare = bare.replace(value, " ")
    if _PATH.search(bare) or _MACHINE.search(text):
        return "a path, an address or a traceback"
    words = _words_in_order(text)
    long = {w for w in _words(box.description.hidden) if len(w) >= LONG_WORD} - known
    leaked = next((w for w in words if w in long), None)
    return f"the hidden text's word {leaked!r}" if leaked else _quoted(words, box, known)


def _quoted(words: list[str], box: Box[Any], known: set[str]) -> str | None:
    """Return the run of the hidden text's words that a text repeats, or None."""
    hidden = _words_in_order(box.description.hidden.replace(box.description.canary, ""))  # its letters are no words
    runs = {tuple(hidden[i : i + RUN]) for i in range(len(hidden) - RUN + 1)}
    run = next((r for i in range(len(words) - RUN + 1) if (r := tuple(words[i : i + RUN])) in runs), None)
    return f"the hidden text's words {' '.join(run)!r}" if run and not set(run) <= known else None
