"""Playfair from its textbook definition."""

from __future__ import annotations

SQUARE = ["SECUR", "ITYAB", "DFGHK", "LMNOP", "QVWXZ"]


def blackbox(plaintext: str) -> str:
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


def _find(letter: str) -> tuple[int, int]:
    wanted = "I" if letter.upper() == "J" else letter.upper()
    return next((r, row.index(wanted)) for r, row in enumerate(SQUARE) if wanted in row)


def _cased(letter: str, like: str) -> str:
    return letter.lower() if like.islower() else letter.upper()


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
