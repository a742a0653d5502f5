DECK = [1, 2, 3, 4, 5, 6, 7, 8, "A", "B"]
JOKERS = ("A", "B")


def _value(card):
    return 9 if card in JOKERS else card


def _moved_down(deck, joker):
    """The deck after the joker has moved down by one card."""
    place = deck.index(joker)
    rest = deck[:place] + deck[place + 1:]
    # From the bottom it goes directly below the top card.
    new_place = 1 if place == len(deck) - 1 else place + 1
    return rest[:new_place] + [joker] + rest[new_place:]


def _draw(deck):
    """The number drawn and the deck afterwards."""
    while True:
        deck = _moved_down(deck, "A")
        deck = _moved_down(deck, "B")
        deck = _moved_down(deck, "B")
        # What lies above the upper joker and below the lower one change places.
        upper, lower = sorted([deck.index("A"), deck.index("B")])
        deck = deck[lower + 1:] + deck[upper:lower + 1] + deck[:upper]
        # The top cards go directly above the bottom card.
        v = _value(deck[-1])
        deck = deck[v:-1] + deck[:v] + deck[-1:]
        card = deck[_value(deck[0])]
        if card not in JOKERS:
            return card, deck


def blackbox(plaintext):
    deck = list(DECK)
    result = []
    for character in plaintext:
        if character == " ":
            # Blanks leave the deck alone.
            result.append(character)
            continue
        number, deck = _draw(deck)
        first = ord("A") if character.isupper() else ord("a")
        result.append(chr((ord(character) - first + number) % 26 + first))
    return "".join(result)


def sample_inputs(seed, count):
    samples = [
        "a",
        "Zz",
        "a b",
        "aaaaaaaa",
        "AAAAAAAA",
        "zzzzzzzz",
        "ZZZZZZZZ",
        "  a  a  ",
        " ",
        "xYz XyZ",
        "abcdefgh",
    ]
    return samples[:count]
