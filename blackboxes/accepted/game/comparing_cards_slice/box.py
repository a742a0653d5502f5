# State: {"n": number of cards, "mine": own cards left, "played": opponent's cards played},
# both lists ascending. The number of moves left is len(mine).


def _plan(n):
    """The opponent's piles in the order in which it plays them: b, d, a, c."""
    piles = []
    low = 1
    for i in range(4):
        size = n // 4 + (1 if i < n % 4 else 0)
        piles.append(list(range(low, low + size)))
        low += size
    a, b, c, d = piles
    return [b, d, a, c]


def _names(cards):
    return ", ".join(str(card) for card in cards) if cards else "none"


def start(settings):
    n = settings["cards"]
    return {"n": n, "mine": list(range(1, n + 1)), "played": []}


def actions(state):
    return [str(card) for card in state["mine"]]


def opponent(state):
    for pile in _plan(state["n"]):
        left = [card for card in pile if card not in state["played"]]
        if left:
            return {str(card): 1 / len(left) for card in left}
    return {"-": 1}


def play(state, action, reply):
    own = int(action)
    other = int(reply)
    following = {
        "n": state["n"],
        "mine": [card for card in state["mine"] if card != own],
        "played": sorted(state["played"] + [other]),
    }
    if own > other:
        reward = 1
    elif own < other:
        reward = -1
    else:
        reward = 0
    return {"state": following, "reward": reward}


def view(state):
    return (
        f"Your cards: {_names(state['mine'])}. "
        f"Cards that the opponent has played: {_names(state['played'])}."
    )
