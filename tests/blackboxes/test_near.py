"""What a mistyped name is answered with."""

from __future__ import annotations

import pytest

from boxwright.blackboxes.near import known

NAMES = [*(f"encryption/{name}" for name in ("zigzag_cipher", "hill_cipher", "fib_cipher", "card_deck")), "code/kmp"]
MANY = [*NAMES, *(f"kumo/domain_{number}" for number in range(40))]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("encryption/zigzag_cypher", "did you mean encryption/zigzag_cipher?"),
        ("Encryption/Zigzag_Cipher", "did you mean encryption/zigzag_cipher?"),
        ("code/zigzag_cipher", "did you mean encryption/zigzag_cipher?"),
        ("hill", "did you mean encryption/hill_cipher?"),
        ("encription/*", "did you mean encryption/*?"),
        ("encryption/nothing", f"known: {', '.join(sorted(NAMES[:4]))}"),
        ("kumo/nothing", f"known: {', '.join(sorted(MANY[5:])[:12])} ..."),
        ("nothing", "`boxwright list` shows all 45"),
        ("*nothing*", "`boxwright list` shows all 45"),
        ("", "`boxwright list` shows all 45"),
    ],
)
def test_near_ids_are_named_and_never_all_of_many(typed: str, said: str) -> None:
    assert known(typed, MANY) == said


def test_a_few_are_listed() -> None:
    assert known("nothing", NAMES) == f"known: {', '.join(sorted(NAMES))}"
    assert known("nothing", []) == "known: none"
