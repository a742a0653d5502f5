"""Ciphers written from textbooks' definitions, without a look at any black-box's code."""

from __future__ import annotations


def rail_fence(text: str, rails: int = 3) -> str:
    """Rail fence by its definition: walk down and up, collect each rail; blanks are dropped."""
    letters = text.replace(" ", "")
    fence: list[list[str]] = [[] for _ in range(rails)]
    row, step = 0, 1
    for letter in letters:
        fence[row].append(letter)
        if row + step not in range(rails):
            step = -step
        row += step
    return "".join("".join(rail) for rail in fence)


def with_blanks(plaintext: str, letters: str) -> str:
    """Put blanks at the plaintext's blank positions; letters fill the rest, the surplus goes to the end."""
    queue = list(letters)
    result = []
    for position in range(len(plaintext)):
        if plaintext[position] == " ":
            result.append(" ")
        elif queue:
            result.append(queue.pop(0))
    return "".join(result + queue)


def hill(plaintext: str) -> str:
    """Hill cipher over pairs with the matrix (3 5; 1 2), a = 0; lower case; an odd tail is filled with x."""
    text = plaintext.replace(" ", "").lower()
    if len(text) % 2 == 1:
        text += "x"
    numbers = [ord(c) - ord("a") for c in text]
    out = ""
    while numbers:
        a, b, *numbers = numbers
        out += chr(ord("a") + (3 * a + 5 * b) % 26) + chr(ord("a") + (a + 2 * b) % 26)
    return with_blanks(plaintext, out)


SQUARE = ["SECUR", "ITYAB", "DFGHK", "LMNOP", "QVWXZ"]


def _find(letter: str) -> tuple[int, int]:
    wanted = "I" if letter.upper() == "J" else letter.upper()
    return next((r, row.index(wanted)) for r, row in enumerate(SQUARE) if wanted in row)


def _cased(letter: str, like: str) -> str:
    return letter.lower() if like.islower() else letter.upper()


def playfair(plaintext: str) -> str:
    """Playfair with the key square above; filler X in the case of the letter before it."""
    rest = plaintext.replace(" ", "")
    out = ""
    while rest:
        first = rest[0]
        same = len(rest) > 1 and _find(first) == _find(rest[1])
        if len(rest) == 1 or same:
            second, rest = _cased("X", first), rest[1:]
        else:
            second, rest = rest[1], rest[2:]
        (r1, c1), (r2, c2) = _find(first), _find(second)
        if r1 == r2:
            a, b = SQUARE[r1][(c1 + 1) % 5], SQUARE[r2][(c2 + 1) % 5]
        elif c1 == c2:
            a, b = SQUARE[(r1 + 1) % 5][c1], SQUARE[(r2 + 1) % 5][c2]
        else:
            a, b = SQUARE[r1][c2], SQUARE[r2][c1]
        out += _cased(a, first) + _cased(b, second)
    return with_blanks(plaintext, out)


def dynamic_curve(plaintext: str) -> str:
    """Write into rows of k = n mod 3 + 3, read columns from the right, upwards first, then alternating."""
    text = plaintext.replace(" ", "")
    width = len(text) % 3 + 3
    rows = [text[i : i + width] for i in range(0, len(text), width)]
    columns = []
    for c in range(min(width, len(text)) - 1, -1, -1):
        column = [row[c] for row in rows if c < len(row)]
        columns.append("".join(column[::-1] if len(columns) % 2 == 0 else column))
    return " ".join(columns)


def card_deck(plaintext: str) -> str:
    """A small relative of the Solitaire cipher (B. Schneier, 1999): eight cards, two jokers, no key."""
    deck = [*range(1, 9), "A", "B"]
    out = ""
    for character in plaintext:
        if character == " ":
            out += " "
            continue
        shift = None
        while shift is None:
            deck = _shuffled(deck)
            seen = deck[_worth(deck[0])]
            shift = None if seen in ("A", "B") else int(seen)
        base = ord("A") if character.isupper() else ord("a")
        out += chr((ord(character) - base + shift) % 26 + base)
    return out


def _worth(card: object) -> int:
    return 9 if card in ("A", "B") else int(str(card))


def _one_down(deck: list[object], card: object) -> list[object]:
    place = deck.index(card)
    rest = deck[:place] + deck[place + 1 :]
    target = place + 1 if place < len(rest) else 1
    return [*rest[:target], card, *rest[target:]]


def _shuffled(deck: list[object]) -> list[object]:
    deck = _one_down(deck, "A")
    deck = _one_down(_one_down(deck, "B"), "B")
    first, second = sorted((deck.index("A"), deck.index("B")))
    deck = deck[second + 1 :] + deck[first : second + 1] + deck[:first]
    count = _worth(deck[-1])
    return deck[count:-1] + deck[:count] + deck[-1:] if count < 9 else deck


def char_to_num(plaintext: str) -> str:
    """Each letter becomes its place in the alphabet and a blank; the whole is stripped."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return "".join(f"{alphabet.index(c.lower()) + 1} " if c != " " else c for c in plaintext).strip(" ")


def fibonacci(plaintext: str) -> str:
    """Shift the n-th letter by the n-th Fibonacci number in the ring a..zA..Z; blanks stay and do not count."""
    ring = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    golden = [1, 1]
    while len(golden) < len(plaintext):
        golden.append(sum(golden[-2:]))
    shifts = iter(golden)
    return "".join(c if c == " " else ring[(ring.index(c) + next(shifts)) % len(ring)] for c in plaintext)
