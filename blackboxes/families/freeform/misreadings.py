"""Misreadings: what somebody may believe of texts that they never sent, such as that zeros in front do not count.

Each is the box with another function around one of its own: it reads another text in place of one (its first letters,
its words without the third), or says one of the box's words to all texts with some feature. What is read otherwise is
read so by the questions, too, where they read texts with the function to which `explore` hands them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from boxwright.blackboxes.families.freeform.rules import SessionDomain

LENGTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
"""Lengths of texts, words and numbers at which something may change."""
DIGITS = "0123456789"
"""An alphabet with all of them writes numbers with them: nobody believes that one digit alone is read otherwise."""
FEW = 3
"""Up to so many words or equal marks of a text may count."""
ENDS = 4
"""Characters of an alphabet that is so small that it may count which of them a text begins or ends with."""


@dataclass(frozen=True)
class Misreading:
    """A belief about texts, and the module that behaves so."""

    told: str
    source: str


def misreadings(source: str, domain: SessionDomain, words: Sequence[str]) -> Iterator[Sequence[Misreading]]:
    """Yield the misreadings of a module, each as it may be planted, the best way first.

    `words` are feedbacks that the box is known to give, such as `unreadable`.
    """
    reader = _reader(source)
    for told, read in _readings(domain):
        modules = [_around_reader(source, reader, read)] if reader else []
        modules += [_around_explore(source, f"turn(state, {read})")]
        yield [Misreading(told, module) for module in modules]
    if domain.max_length == 1:  # questions ask of texts in a row, and tell what a character does
        return
    for told, holds in _features(domain):
        for word in words:
            said = f'{{"state": state, "feedback": {json.dumps(word)}}}'
            module = _around_explore(source, f"{said} if {holds} else turn(state, text)")
            yield [Misreading(f"{told}: the answer is {word}", module)]


@dataclass(frozen=True)
class _Reader:
    """A function of a module that reads a text, and as which of its arguments, from 0."""

    name: str
    place: int


def _reader(source: str) -> _Reader | None:
    """Return the function to which `explore` hands its text, and does nothing else with it, and which `questions` use.

    None where there is none.
    """
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    explore = functions.get("explore")
    if explore is None or "questions" not in functions or len(explore.args.args) != 2:  # it is written otherwise
        return None
    text = explore.args.args[1].arg
    if sum(isinstance(node, ast.Name) and node.id == text for node in ast.walk(explore)) > 1:
        return None
    used = _used_by("questions", functions)
    for call in _calls(explore, functions):
        for place, given in enumerate(call.args):
            name = ast.unparse(call.func)
            if ast.unparse(given) == text and name in used and name not in _used_by(name, functions):
                return _Reader(name, place)
    return None


def _calls(function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]) -> list[ast.Call]:
    """Return the calls of a module's functions in one of them."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in functions]


def _used_by(name: str, functions: Mapping[str, ast.FunctionDef]) -> set[str]:
    """Return the functions that one of them calls, also by way of others."""
    used: set[str] = set()
    names = [name]
    while names:
        called = {ast.unparse(call.func) for call in _calls(functions[names.pop()], functions)} - used
        used |= called
        names += called
    return used


def _around_reader(source: str, reader: _Reader, read: str) -> str:
    """Return a module whose reading function reads this expression of `text` in place of its text."""
    given = f"*given[:{reader.place}], read(given[{reader.place}]), *given[{reader.place + 1}:]"
    return _followed_by(
        source,
        f"def {reader.name}(*given, behind={reader.name}, read=lambda text, re=__import__('re'): {read}):",
        f"behind({given})",
    )


def _around_explore(source: str, body: str) -> str:
    """Return a module whose `explore` gives this expression of `state` and `text`; `turn` is what it was before."""
    return _followed_by(source, "def explore(state, text, turn=explore, re=__import__('re')):", body)


def _followed_by(source: str, header: str, body: str) -> str:
    return f"{source.rstrip()}\n\n\n{header}\n    return {body}\n"


def _readings(domain: SessionDomain) -> Iterator[tuple[str, str]]:
    """Yield what may be read in place of a text, as an expression of it; the text itself where nothing would be."""
    for told, read in _other_texts(domain):
        yield told, f"(({read}).strip() or text)"


def _other_texts(domain: SessionDomain) -> Iterator[tuple[str, str]]:
    letters, longest = domain.alphabet, domain.max_length
    for n in (n for n in LENGTHS if n < longest):
        yield f"only the first {n} characters are read", f"text[:{n}]"
        yield f"only the last {n} characters are read", f"text[-{n}:]"
    yield "the text is read backwards", "text[::-1]"
    yield "its characters are sorted", '"".join(sorted(text))'
    yield "equal characters in a row count once", 're.sub(r"(.)\\1+", r"\\1", text)'
    yield "each character counts once", '"".join(dict.fromkeys(text))'
    for letter in _read_alone(letters):
        yield f"{letter!r} is not read", f"text.replace({letter!r}, '')"
        other = letters[letters.index(letter) - 1]
        yield f"{letter!r} is read as {other!r}", f"text.replace({letter!r}, {other!r})"
    if any(map(str.isdigit, letters)) and not all(map(str.isdigit, letters)):
        for n in range(1, FEW + 1):
            yield f"nothing is read from letter {n + 1} on", f're.match(r"\\d*(?:\\D\\d*){{0,{n}}}", text)[0]'
    if any(map(str.isdigit, letters)):
        yield "zeros in front of a number are read as ones", 're.sub(r"(?<!\\d)0(?=\\d)", "1", text)'
        yield "zeros in front of a number end it", 're.sub(r"(?<!\\d)0+(?=\\d)\\d+", "0", text)'
        for n in (n for n in LENGTHS if n < min(longest, 5)):
            yield f"of a number {n} digits are read", f're.sub(r"(\\d{{{n}}})\\d+", r"\\1", text)'
            yield f"of a number the last {n} digits are read", f're.sub(r"\\d+(\\d{{{n}}})", r"\\1", text)'
    if " " in letters:
        yield "blanks are not read", 'text.replace(" ", "")'
        for n in range(1, FEW + 1):
            yield f"the first words are read, {n} at most", f'" ".join(text.split()[:{n}])'
            yield f"the last words are read, {n} at most", f'" ".join(text.split()[-{n}:])'
        for n in (n for n in LENGTHS if n < longest):
            yield f"of a word {n} letters are read", f'" ".join(word[:{n}] for word in text.split(" "))'


def _read_alone(letters: str) -> str:
    """Return the characters of an alphabet that may mean something for themselves."""
    return "".join(letter for letter in letters if letter not in DIGITS or not set(DIGITS) <= set(letters))


def _features(domain: SessionDomain) -> Iterator[tuple[str, str]]:
    """Yield what a text may have, as a condition on it."""
    letters, longest = domain.alphabet, domain.max_length
    yield "one character", "len(text) == 1"
    for n in (n for n in LENGTHS if n < longest):
        yield f"more than {n} characters", f"len(text) > {n}"
    yield "equal characters in a row", 're.search(r"(.)\\1", text)'
    yield "a character twice", "len(set(text)) < len(text)"
    yield "one character alone, repeated", "len(text) > 1 and len(set(text)) == 1"
    for letter in _read_alone(letters):
        yield f"{letter!r} in the text", f"{letter!r} in text"
        if len(letters) <= ENDS or not letter.isalnum():
            yield f"{letter!r} in front", f"text.startswith({letter!r})"
            yield f"{letter!r} at the end", f"text.endswith({letter!r})"
        if not letter.isalnum():
            for n in range(1, FEW + 1):
                yield f"{letter!r} more than {n} times", f"text.count({letter!r}) > {n}"
            yield f"{letter!r} twice in a row", f"{2 * letter!r} in text"
    if any(map(str.isdigit, letters)):
        yield "a zero in front of a number", 're.search(r"(?<!\\d)0\\d", text)'
        for n in (n for n in LENGTHS if n < min(longest, 5)):
            yield f"a number of more than {n} digits", f're.search(r"\\d{{{n + 1}}}", text)'
    if any(map(str.isdigit, letters)) and not all(map(str.isdigit, letters)):
        yield "no digit", 'not re.search(r"\\d", text)'
        yield "only digits", "text.isdigit()"
        yield "a digit in front", "text[0].isdigit()"
        yield "no digit at the end", "not text[-1].isdigit()"
        yield "no digit behind a letter", 're.search(r"[^\\d](?!\\d)", text)'
    if " " in letters:
        yield "blanks in a row", '"  " in text'
        for n in range(1, FEW + 1):
            yield f"more than {n} words", f"len(text.split()) > {n}"
        for n in (n for n in LENGTHS if n < longest):
            yield f"a word of more than {n} letters", f"max(map(len, text.split()), default=0) > {n}"
