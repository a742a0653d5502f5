"""The Hill cipher from its textbook definition."""

from __future__ import annotations

M = 3
K = 2


def blackbox(plaintext: str) -> str:
    """Hill cipher over pairs with the matrix (M, MK - 1; 1, K), a = 0; lower case; an odd tail is filled with x."""
    text = plaintext.replace(" ", "").lower()
    if len(text) % 2 == 1:
        text += "x"
    numbers = [ord(c) - ord("a") for c in text]
    out = ""
    while numbers:
        a, b, *numbers = numbers
        out += chr(ord("a") + (M * a + (M * K - 1) * b) % 26) + chr(ord("a") + (a + K * b) % 26)
    return with_blanks(plaintext, out)


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
