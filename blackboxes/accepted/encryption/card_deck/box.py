JOKER_A = "A"
JOKER_B = "B"


def _value(card) -> int:
    return 9 if card in (JOKER_A, JOKER_B) else card


def _move_down(deck: list, joker: str) -> list:
    """The deck after the joker has moved down by one card."""
    place = deck.index(joker)
    rest = deck[:place] + deck[place + 1:]
    # From the bottom it goes directly below the top card.
    new_place = 1 if place == len(deck) - 1 else place + 1
    return rest[:new_place] + [joker] + rest[new_place:]


def _five_steps(deck: list) -> list:
    """The deck after steps 1 to 4 (step 5 only looks)."""
    deck = _move_down(deck, JOKER_A)
    deck = _move_down(deck, JOKER_B)
    deck = _move_down(deck, JOKER_B)
    # Step 3: the triple cut around the two jokers.
    place_a = deck.index(JOKER_A)
    place_b = deck.index(JOKER_B)
    upper = min(place_a, place_b)
    lower = max(place_a, place_b)
    deck = deck[lower + 1:] + deck[upper:lower + 1] + deck[:upper]
    # Step 4: the count cut; the bottom card stays.
    v = _value(deck[-1])
    return deck[v:-1] + deck[:v] + [deck[-1]]


def _draw(deck: list) -> tuple[int, list]:
    """The next number, and the deck after it."""
    while True:
        deck = _five_steps(deck)
        # Step 5: the card v places below the top card (index 0).
        card = deck[_value(deck[0])]
        if card not in (JOKER_A, JOKER_B):
            return card, deck


def _shift(letter: str, number: int) -> str:
    base = ord("A") if letter.isupper() else ord("a")
    return chr(base + (ord(letter) - base + number) % 26)


def blackbox(plaintext: str) -> str:
    deck = [1, 2, 3, 4, 5, 6, 7, 8, JOKER_A, JOKER_B]
    result = []
    for char in plaintext:
        if char == " ":
            result.append(" ")
        else:
            number, deck = _draw(deck)
            result.append(_shift(char, number))
    return "".join(result)


def sample_inputs(seed: int, count: int) -> list[str]:
    fixed = [
        "a",
        "Zz",
        "aaaaaaaa",
        "AAAAAAAA",
        "zzzzzzzz",
        "a a a a",
        " a  a a ",
        "ZaZaZaZa",
        "uvwxyz",
        "",
    ]
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    samples = fixed[:max(count, 0)]
    # A small linear congruential sequence: the same list for the same seed.
    state = (seed * 2654435761 + 12345) % 2**32
    while len(samples) < count:
        state = (state * 1664525 + 1013904223) % 2**32
        length = 1 + (state >> 16) % 8
        chars = []
        for position in range(length):
            state = (state * 1664525 + 1013904223) % 2**32
            value = state >> 16
            # A blank now and then, never as the first character.
            if position > 0 and value % 6 == 0:
                chars.append(" ")
            else:
                chars.append(alphabet[(value // 6) % len(alphabet)])
        samples.append("".join(chars))
    return samples
