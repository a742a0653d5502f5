def _piles(n):
    """The four piles in the order in which they are played: b, d, a, c."""
    piles, first = [], 1
    for i in range(4):
        size = n // 4 + (1 if i < n % 4 else 0)
        piles.append(list(range(first, first + size)))
        first += size
    a, b, c, d = piles
    return [b, d, a, c]


def start(settings):
    n = settings["cards"]
    return [n, list(range(1, n + 1)), []]


def actions(state):
    return [str(card) for card in state[1]]


def opponent(state):
    n, _, played = state
    for pile in _piles(n):
        left = [card for card in pile if card not in played]
        if left:
            return {str(card): 1 / len(left) for card in left}
    return {}


def play(state, action, reply):
    n, hand, played = state
    mine, other = int(action), int(reply)
    reward = (mine > other) - (mine < other)
    return {
        "state": [n, [card for card in hand if card != mine], sorted([*played, other])],
        "reward": reward,
    }


def _listed(cards):
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state):
    _, hand, played = state
    return f"Your cards: {_listed(hand)}. Cards that the opponent has played: {_listed(played)}."
