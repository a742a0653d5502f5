"""Small RSA on pairs of letters, by repeated multiplication."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Encrypt 26 times the first place plus the second (0 if there is none), with e = 13 and n = 23 * 31."""
    places = [ord(c) - 96 for c in plaintext.lower() if c != " "] + [0]
    numbers = []
    for i in range(0, len(places) - 1, 2):
        message, power = 26 * places[i] + places[i + 1], 1
        for _ in range(13):
            power = power * message % 713
        numbers.append(str(power))
    return ",".join(numbers)
