JOKER_A = "A"
JOKER_B = "B"


def _value(card):
    return 9 if card in (JOKER_A, JOKER_B) else card


def _move_down(deck, joker):
    """Joker one card down; from the bottom it goes directly below the top card."""
    position = deck.index(joker)
    rest = deck[:position] + deck[position + 1:]
    target = 1 if position == len(deck) - 1 else position + 1
    return rest[:target] + [joker] + rest[target:]


def _cut(deck, count):
    """The top cards go directly above the bottom card."""
    return deck[count:-1] + deck[:count] + deck[-1:]


def _draw(deck):
    """Returns the drawn number and the new deck."""
    while True:
        deck = _move_down(deck, JOKER_A)
        deck = _move_down(deck, JOKER_B)
        deck = _move_down(deck, JOKER_B)
        first, second = sorted((deck.index(JOKER_A), deck.index(JOKER_B)))
        deck = deck[second + 1:] + deck[first:second + 1] + deck[:first]
        deck = _cut(deck, _value(deck[-1]))
        card = deck[_value(deck[0])]
        if card not in (JOKER_A, JOKER_B):
            return card, deck


def blackbox(plaintext: str) -> str:
    deck = [1, 2, 3, 4, 5, 6, 7, 8, JOKER_A, JOKER_B]
    result = []
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        number, deck = _draw(deck)
        base = ord("A") if "A" <= char <= "Z" else ord("a")
        place = ord(char) - base  # from 0
        result.append(chr(base + (place + number) % 26))
        # The cut by the letter of the plaintext, after it was replaced.
        deck = _cut(deck, (place + 1) % 9)
    return "".join(result)
