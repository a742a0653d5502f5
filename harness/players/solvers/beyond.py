"""Why `builtin/solver` scores next to nothing on some boxes, for the page of the collection."""

from __future__ import annotations

_NO_TEXTBOOK = "loops that are in no textbook are not followed"

BEYOND = {
    "circuit/arbitrary": "twenty rows leave several candidates for gates that are nearly always 0 or nearly always 1, "
    "and the tests ask where these are the other",
    "code/arithmetic_slices": f"{_NO_TEXTBOOK}; this one keeps a table of differences for every place",
    "code/coins_for_fowls": f"{_NO_TEXTBOOK}; this one counts what it tries in loops inside of each other",
    "code/complex_algebraic_operations": "relations are sums of numbers and of products of two inputs; squares of "
    "products, and a step that depends on the size of a number, are not tried",
    "code/highprecision_divide": f"{_NO_TEXTBOOK}; of arithmetic on paper it knows addition only",
    "code/manacher": "Manacher's table is not among what it knows, and what the visit or the length alone gives is "
    "seldom asked",
    "code/patience_piles": f"{_NO_TEXTBOOK}; where a card goes, and which pile is gathered next, is not tried",
    "code/restless_circle": f"{_NO_TEXTBOOK}; a counting-out whose step and direction change is not tried",
    "encryption/card_deck": "generators that the plaintext stirs are not tried",
    "physics/harmonic_friction": "no law of dry friction is tried: half swings round two centres, each by the same "
    "length smaller, then rest",
}
"""By id."""
