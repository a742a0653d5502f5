"""A small relative of the Solitaire cipher, from its description."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """A small relative of the Solitaire cipher (B. Schneier, 1999): eight cards, two jokers, every letter cuts."""
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
        letter = ord(character) - base
        out += chr((letter + shift) % 26 + base)
        count = (letter + 1) % 9
        deck = deck[count:-1] + deck[:count] + deck[-1:]
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
