"""What a person gives: a sentence, a rough note, or a JSON of title and description; read into text, or refused."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import digest

LONGEST = 12_000
"""Characters of a note; a rule that needs more is not one black-box."""
PAGE = 3_000
"""Characters on a page, for a message."""
TITLES = ("title", "name", "id")
RULES = ("description", "rule", "text", "prompt", "task")
"""The keys of a JSON file, in any case, under which a title and a rule are looked for, in this order."""
MAX_SHOWN = 60
"""Characters of a title or key in a message."""
MOST_SHOWN = 10
"""Keys in a message."""
FENCE = "=" * 10
_NO_JSON = object()
"""Of a text that holds no JSON; `null` is JSON."""
_LOOKS_LIKE_JSON = re.compile(r"""\{\s*(["'}]|\w+\s*:)|\[\s*\{""")
"""How JSON with a rule begins, also where it is not quite JSON; a sentence may begin with a brace or a list, too."""


@dataclass(frozen=True)
class Note:
    """What is to be drafted."""

    text: str
    used: tuple[str, ...] = ()
    """Keys of a JSON file whose texts it is made of."""
    ignored: tuple[str, ...] = ()
    """Its other keys."""

    @property
    def key(self) -> str:
        """A short name of this very text, for the folder of its runs."""
        return digest(self.text)[:12]

    @property
    def remark(self) -> str:
        """What of a JSON file was understood and what not; nothing where all was, or where it was none."""
        if not self.ignored:
            return ""
        return f"understood of the JSON: {_named(self.used)}; not used: {_named(self.ignored)}"

    @property
    def fenced(self) -> str:
        """The text as a prompt shows it: between two lines of equals signs, longer ones than any in it."""
        fence = FENCE
        while fence in self.text:
            fence += FENCE
        return f"{fence}\n{self.text}\n{fence}"


def read_note(given: str) -> Note:
    """Return the note in a text or in the file of that name. Raises: BoxwrightError for what cannot be a note."""
    is_file = _is_path(given)
    whole = (_file(given) if is_file else given).replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    text = whole.strip()
    if not text:
        raise BoxwrightError("the text is empty; write in a sentence or two what the black-box does")
    if len(text) > LONGEST:
        raise BoxwrightError(
            f"the text has {len(text):,} characters (about {max(1, len(text) // PAGE)} pages), more than the "
            f"{LONGEST:,} that one black-box may take; give only the paragraph with the rule"
        )
    if not any(letter.isalpha() for letter in text):
        raise BoxwrightError("the text holds no word; write in a sentence or two what the black-box does")
    data = _parsed(whole, is_file and given.casefold().endswith(".json"))
    return Note(text) if data is _NO_JSON else _from_json(data)


def _is_path(given: str) -> bool:
    """Whether it is meant as a file: it exists, or it has no blank and looks like a path."""
    if len(given) > 4_000 or "\n" in given or "\0" in given or not given.strip():
        return False
    try:
        return Path(given).exists() or (" " not in given and (os.sep in given or bool(Path(given).suffix)))
    except OSError:
        return False


def _file(name: str) -> str:
    path = Path(name)
    try:
        if path.stat().st_size > 20 * LONGEST:
            raise BoxwrightError(
                f"{name}: has {path.stat().st_size:,} bytes; give only the paragraph with the rule, at most "
                f"{LONGEST:,} characters"
            )
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BoxwrightError(f"{name}: not UTF-8 text (byte {error.start}); save the file as UTF-8") from error
    except OSError as error:
        raise BoxwrightError(
            f"{name}: cannot be read ({error.strerror}); name a file, or put the sentence in quotes"
        ) from error


def _parsed(text: str, named_so: bool) -> Any:
    """Return what a text holds as JSON, _NO_JSON if it is a note; `named_so` says that its file is called JSON.

    Raises: BoxwrightError if it looks like JSON and is none.
    """
    start = text.strip()
    if not named_so and start[0] not in "{[":
        return _NO_JSON
    try:
        above = text[: text.index(start)].count("\n")
        return json.loads("\n" * above + start, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        wrong = f"line {error.lineno}, column {error.colno}: {error.msg}"
    except (ValueError, RecursionError) as error:
        wrong = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    if named_so or _LOOKS_LIKE_JSON.match(start):
        raise BoxwrightError(
            f"the text looks like JSON, but cannot be read: {wrong}; correct that, or write the rule as a sentence"
        )
    return _NO_JSON


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises: BoxwrightError if a key stands there twice, of which one would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise BoxwrightError(
            f"{_quoted(twice[:MAX_SHOWN])} stands twice in one object of the JSON; keep one of the two"
        )
    return found


def _from_json(data: Any) -> Note:
    """Return the title and the rule of a JSON object. Raises: BoxwrightError."""
    if not isinstance(data, dict):
        kind = "null" if data is None else f"a {type(data).__name__}"
        raise BoxwrightError(
            f"the JSON is {kind}, and one object with a rule is needed; "
            f"write {{{_quoted(TITLES[0])}: ..., {_quoted(RULES[0])}: ...}}, or the sentence itself"
        )
    title, rule = _first(data, TITLES), _first(data, RULES)
    if rule is None:
        understood = f"the title {_quoted(data[title][:MAX_SHOWN])}" if title else "nothing"
        unusable = [key for key in data if key.casefold() in RULES]
        why = f"{_unusable(unusable[0], data[unusable[0]])}: " if unusable else "the JSON holds no rule: "
        raise BoxwrightError(
            f"{why}understood was {understood}, the keys are {_named(data) or 'nothing'}; put the "
            f"rule, as a text, under one of {', '.join(map(_quoted, RULES))}"
        )
    used = tuple(key for key in (title, rule) if key is not None)
    ignored = tuple(key for key in data if key not in used)
    return Note(": ".join(data[key].strip() for key in used), used, ignored)


def _unusable(key: str, value: Any) -> str:
    return f"{_quoted(key)} in the JSON is {'empty' if isinstance(value, str) else 'no text'}"


def _first(data: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    """Return the key of the object under which the first of the texts stands, however it is capitalised."""
    found = {key.casefold(): key for key, value in data.items() if isinstance(value, str) and value.strip()}
    return next((found[key] for key in keys if key in found), None)


def _named(keys: Iterable[str]) -> str:
    names = [_quoted(key[:MAX_SHOWN]) for key in keys]
    more = len(names) - MOST_SHOWN
    return ", ".join(names[:MOST_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _quoted(text: str) -> str:
    return f"`{text}`"
