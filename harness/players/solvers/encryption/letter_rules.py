"""Rules that give the piece of ciphertext for one letter where it stands: linear, by series of shifts, by tables."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from math import gcd
from typing import Protocol

from boxwright.harness.players.solvers.encryption.modular import solve

LOW, UP = string.ascii_lowercase, string.ascii_uppercase
VOWELS = frozenset("aeiouAEIOU")
PERIODS = range(2, 9)
ENOUGH = 40
"""Letters from which a linear rule is solved; it is checked on all."""


@dataclass(frozen=True)
class Context:
    """One letter (or blank, if blanks count as letters) of a plaintext, and where it stands."""

    letter: str
    nth: int
    """Among the letters, from 0."""
    at: int
    """Among all characters, from 0."""
    in_word: int
    word: int
    before: str
    """The letter before it, or an empty text."""
    length: int
    """Of the text that is enciphered, in letters."""
    vowels: int
    """Among the letters before it."""
    since: int
    """Letters since the last vowel before it, or since the beginning."""
    nth_word: int
    """As `word`, but several blanks part words like one."""
    past: str
    """All letters before it."""

    @classmethod
    def of(cls, text: str, blanks_too: bool) -> list[Context]:
        """Return the letters of a text."""
        length = len(text) if blanks_too else len(text.replace(" ", ""))
        made: list[Context] = []
        word = in_word = vowels = since = words = 0
        past = ""
        for at, letter in enumerate(text):
            if letter == " ":
                word, in_word = word + 1, 0
                if not blanks_too:
                    continue
            before = made[-1].letter if made else ""
            vowels, since = (vowels + 1, 0) if before in VOWELS else (vowels, since + 1 if made else 0)
            words += bool(made) and text[at - 1] == " "
            made.append(cls(letter, len(made), at, in_word, word, before, length, vowels, since, words, past))
            past += letter
            in_word += letter != " "
        return made


PLACES: Mapping[str, Callable[[Context], int]] = {
    "nth": lambda c: c.nth,
    "at": lambda c: c.at,
    "in_word": lambda c: c.in_word,
    "word": lambda c: c.word,
    "length": lambda c: c.length,
    "since": lambda c: c.since,
    "since, by words in turn": lambda c: 2 * c.since + c.nth_word % 2,
    "nth, vowels twice": lambda c: c.nth + c.vowels,
    "since, words turning": lambda c: (c.since + 1) * (-1 if c.nth_word % 2 else 1),
    "vowels": lambda c: c.vowels,
    "first": lambda c: int(c.nth == 0),
}
"""What a rule may depend on beside the letter."""


class LetterRule(Protocol):
    """A fitted rule."""

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Return the letter's piece, given the pieces made before it; None where the rule does not know."""
        ...

    def key(self, context: Context) -> tuple[object, ...] | None:
        """What would have to be seen to know this letter here; None where nothing could be learned."""
        ...

    def knows(self, context: Context) -> bool:
        """Whether that was seen."""
        ...


@dataclass(frozen=True)
class Alphabet:
    """A numbering of letters, and how a number is written."""

    size: int
    order: str
    """The letters by number: 26, or all 52."""
    case: str
    """kept | lower | upper | own (52 letters)."""

    def number(self, letter: str) -> int | None:
        """Return a letter's number."""
        found = self.order.find(letter if self.size == 52 else letter.lower()) if letter else -1
        return found if found >= 0 else None

    def write(self, number: int, like: str) -> str:
        """Return the letter with a number."""
        letter = self.order[number % self.size]
        if self.case in ("lower", "own"):
            return letter
        return letter.upper() if self.case == "upper" or like.isupper() else letter


ALPHABETS = (
    Alphabet(26, LOW, "kept"),
    Alphabet(26, LOW, "upper"),
    Alphabet(26, LOW, "lower"),
    Alphabet(52, LOW + UP, "own"),
    Alphabet(52, UP + LOW, "own"),
)
Units = Sequence[Sequence[tuple[Context, str]]]
"""For each pair seen, its letters with their pieces."""
FEATURES = ("nth", "at", "in_word", "word", "length", "before", "made", "first", "vowels", "since, words turning")


@dataclass(frozen=True)
class Linear:
    """number = factors . (letter, features, 1) modulo the alphabet's size."""

    alphabet: Alphabet
    features: tuple[str, ...]
    factors: tuple[int, ...]

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Compute it."""
        row = _row(self.alphabet, self.features, context, made[-1] if made else "")
        if row is None:
            return None
        return self.alphabet.write(sum(f * v for f, v in zip(self.factors, row, strict=True)), context.letter)

    def key(self, context: Context) -> None:
        """Nothing is missing."""
        return

    def knows(self, context: Context) -> bool:
        """It knows every letter."""
        return True


def _row(alphabet: Alphabet, features: tuple[str, ...], context: Context, made: str) -> list[int] | None:
    number = alphabet.number(context.letter)
    if number is None:
        return None
    row = [number]
    for feature in features:
        if feature in ("before", "made"):
            row.append(alphabet.number(context.before if feature == "before" else made) or 0)
        else:
            row.append(PLACES[feature](context))
    return [*row, 1]


def _linear(units: Units) -> Iterator[tuple[int, LetterRule]]:
    if not all(len(piece) == 1 and context.letter.isalpha() for text in units for context, piece in text):
        return
    places = [
        (context, text[n - 1][1] if n else "", piece) for text in units for n, (context, piece) in enumerate(text)
    ]
    for alphabet in ALPHABETS:
        targets = [alphabet.number(piece) for _, _, piece in places]
        goals = [t for t in targets if t is not None]
        if len(goals) < len(targets):
            continue
        for count in range(3):
            for features in combinations(FEATURES, count):
                rows = (_row(alphabet, features, context, made) or [] for context, made, _ in places)
                first = list(islice(rows, ENOUGH))
                factors = solve(first, goals[:ENOUGH], alphabet.size)
                if factors is not None and _holds(factors, chain(first, rows), goals, alphabet.size):
                    yield count, Linear(alphabet, features, tuple(factors))


def _holds(factors: Sequence[int], rows: Iterable[Sequence[int]], goals: Sequence[int], size: int) -> bool:
    return all(
        (sum(f * v for f, v in zip(factors, row, strict=True)) - goal) % size == 0
        for row, goal in zip(rows, goals, strict=True)
    )


@dataclass(frozen=True)
class Shifts:
    """The letter moves on by a number that depends on its place."""

    alphabet: Alphabet
    place: str
    shifts: Mapping[int, int]
    factor: int = 1

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Move the letter on."""
        number, shift = self.alphabet.number(context.letter), self.shifts.get(PLACES[self.place](context))
        if number is None or shift is None:
            return None
        return self.alphabet.write(self.factor * number + shift, context.letter)

    def key(self, context: Context) -> tuple[object, ...]:
        """The place."""
        return (PLACES[self.place](context),)

    def knows(self, context: Context) -> bool:
        """Whether the shift of its place was seen."""
        return PLACES[self.place](context) in self.shifts


def _shifts(units: Units) -> Iterator[tuple[int, LetterRule]]:
    pairs = [pair for text in units for pair in text]
    if not all(len(piece) == 1 and context.letter.isalpha() and piece.isalpha() for context, piece in pairs):
        return
    for alphabet in ALPHABETS:
        for factor in (n for n in (1, -1, *range(3, alphabet.size, 2)) if gcd(n, alphabet.size) == 1):
            for place in PLACES:
                shifts: dict[int, int] = {}
                for context, piece in pairs:
                    move = (alphabet.number(piece) or 0) - factor * (alphabet.number(context.letter) or 0)
                    if shifts.setdefault(PLACES[place](context), move % alphabet.size) != move % alphabet.size:
                        break
                else:
                    yield 3, Shifts(alphabet, place, shifts, factor)


TIES: Mapping[str, Callable[[int, str, str], int]] = {
    "lowest": lambda number, letter, past: -number,
    "highest": lambda number, letter, past: number,
    "first": lambda number, letter, past: -past.index(letter),
    "latest": lambda number, letter, past: past.rindex(letter),
}
"""Which of the letters counts that occur equally often, by its number, counted from some letter."""
COUNTED = ("lowest", "highest")
"""Where it matters from which letter."""


@dataclass(frozen=True)
class Frequent:
    """The letter moves on by the number of the letter that occurs most often before it, and by `more`."""

    alphabet: Alphabet
    start: str
    """What counts as being before the first letter."""
    tie: str
    origin: int = 0
    """The number of the letter from which letters are counted in a tie."""
    more: int = 0

    def shift(self, context: Context) -> int:
        """Return the number of the most frequent letter; 0 where there is none."""
        past = self.past(context)
        return self.chosen(_leaders(past), past)

    def past(self, context: Context) -> str:
        """Return the letters that are counted."""
        return self.start + (context.past if self.alphabet.size == 52 else context.past.lower())

    def chosen(self, leaders: Sequence[str], past: str) -> int:
        """Return the number of one of the letters that lead; 0 where none does."""
        key = TIES[self.tie]
        numbers = {letter: self.alphabet.number(letter) or 0 for letter in leaders}
        ranks = {key((n - self.origin) % self.alphabet.size, letter, past): n for letter, n in numbers.items()}
        return ranks[max(ranks)] if ranks else 0

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Move the letter on."""
        number = self.alphabet.number(context.letter)
        return None if number is None else self.alphabet.write(number + self.shift(context) + self.more, context.letter)

    def key(self, context: Context) -> None:
        """Nothing is missing."""
        return

    def knows(self, context: Context) -> bool:
        """It knows every letter."""
        return True


def _frequent(units: Units) -> Iterator[tuple[int, LetterRule]]:
    pairs = [pair for text in units for pair in text]
    if not all(len(piece) == 1 and context.letter.isalpha() and piece.isalpha() for context, piece in pairs):
        return
    for alphabet in ALPHABETS:
        origins = range(alphabet.size)
        ties = [(tie, origin) for tie in TIES for origin in (origins if tie in COUNTED else [0])]
        for start in ["", *alphabet.order]:
            plain = Frequent(alphabet, start, "first")
            if _more(plain, (row for row in _led(plain, pairs) if len(row[1]) < 2)) is None:
                continue  # what no tie decides contradicts it already
            led = list(_led(plain, pairs))
            for tie, origin in sorted(ties, key=lambda both: both[1]):
                rule = replace(plain, tie=tie, origin=origin)
                if (more := _more(rule, led)) is not None:
                    yield 2, replace(rule, more=more)


def _led(rule: Frequent, pairs: Iterable[tuple[Context, str]]) -> Iterator[tuple[int, list[str], str]]:
    """Give, for each letter, by how much it moved, the letters that lead before it, and all letters before it."""
    alphabet = rule.alphabet
    for context, piece in pairs:
        moved = (alphabet.number(piece) or 0) - (alphabet.number(context.letter) or 0)
        past = rule.past(context)
        yield moved % alphabet.size, _leaders(past), past


def _leaders(past: str) -> list[str]:
    """Return the letters that occur most often."""
    counts = Counter(past)
    most = max(counts.values(), default=0)
    return [letter for letter, count in counts.items() if count == most]


def _more(rule: Frequent, led: Iterable[tuple[int, Sequence[str], str]]) -> int | None:
    """Return by how much letters move more than by the rule; None if that is not always the same."""
    more: int | None = None
    for move, leaders, past in led:
        this = (move - rule.chosen(leaders, past)) % rule.alphabet.size
        if more not in (None, this):
            return None
        more = this
    return more


@dataclass(frozen=True)
class Table:
    """A table by letter, and perhaps by the remainder of a place."""

    cells: Mapping[tuple[str, int], str]
    place: str
    period: int
    case: str
    """`own`: each case has cells of its own; `kept`: the piece takes the letter's case; `ignored`."""

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Look it up."""
        found = self.cells.get(self.key(context))
        return found.upper() if found is not None and self.case == "kept" and context.letter.isupper() else found

    def key(self, context: Context) -> tuple[str, int]:
        """The cell."""
        letter = context.letter if self.case == "own" else context.letter.lower()
        return letter, PLACES[self.place](context) % self.period

    def knows(self, context: Context) -> bool:
        """Whether its cell was seen."""
        return self.key(context) in self.cells


def _tables(units: Units) -> Iterator[tuple[int, LetterRule]]:
    pairs = [pair for text in units for pair in text]
    for period in (1, *PERIODS):
        for place in ("nth", "at", "in_word", "word", "length") if period > 1 else ("nth",):
            for case in ("kept", "ignored", "own"):
                table = Table({}, place, period, case)
                cells: dict[tuple[str, int], str] = {}
                if case == "kept" and not all(_cased(c.letter, piece) for c, piece in pairs):
                    continue
                for context, piece in pairs:
                    shown = piece.lower() if case == "kept" else piece
                    if cells.setdefault(table.key(context), shown) != shown:
                        break
                else:
                    yield 4 + period, Table(cells, place, period, case)


def _cased(letter: str, piece: str) -> bool:
    return not letter.isalpha() or (piece.isalpha() and piece.isupper() == letter.isupper())


def fit_rules(units: Units) -> Iterator[tuple[int, LetterRule]]:
    """Give every rule that explains all letters seen, with its rank: narrower rules have smaller ones."""
    linear = list(_linear(units))
    yield from linear or _frequent(units)
    yield from _shifts(units)
    yield from _tables(units)
