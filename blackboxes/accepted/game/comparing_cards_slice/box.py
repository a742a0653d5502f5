def start(settings):
    n = settings["cards"]
    return {"cards": n, "mine": list(range(1, n + 1)), "theirs": list(range(1, n + 1))}


def is_over(state):
    return not state["mine"]


def chance(state):
    return None


def actions(state):
    return [str(card) for card in state["mine"]]


def _piles(n):
    """The piles a, b, c, d; the first n % 4 of them have one card more."""
    piles = []
    lowest = 1
    for i in range(4):
        size = n // 4 + (1 if i < n % 4 else 0)
        piles.append(list(range(lowest, lowest + size)))
        lowest += size
    return piles


def opponent(state):
    a, b, c, d = _piles(state["cards"])
    for pile in (b, d, a, c):
        left = [card for card in pile if card in state["theirs"]]
        if left:
            return {str(card): 1 / len(left) for card in left}
    return {"-": 1}


def play(state, action, reply):
    mine, theirs = int(action), int(reply)
    if mine > theirs:
        reward = 1
    elif mine < theirs:
        reward = -1
    else:
        reward = 0
    following = {
        "cards": state["cards"],
        "mine": [card for card in state["mine"] if card != mine],
        "theirs": [card for card in state["theirs"] if card != theirs],
    }
    return {"state": following, "reward": reward}


def _listed(cards):
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state):
    played = [card for card in range(1, state["cards"] + 1) if card not in state["theirs"]]
    return (
        f"Your cards: {_listed(state['mine'])}. "
        f"Cards that the opponent has played: {_listed(played)}."
    )
