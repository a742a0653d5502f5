def start(settings: dict):
    return {"mine": list(range(1, settings["cards"] + 1)), "played": []}


def actions(state) -> list[str]:
    return [str(card) for card in state["mine"]]


def _piles(n: int) -> list[list[int]]:
    """The piles a, b, c, d; the first n % 4 of them have one card more."""
    piles = []
    first = 1
    for index in range(4):
        size = n // 4 + (1 if index < n % 4 else 0)
        piles.append(list(range(first, first + size)))
        first += size
    return piles


def opponent(state) -> dict[str, float]:
    # Each turn takes one card from each side, so n can be told from the state.
    n = len(state["mine"]) + len(state["played"])
    a, b, c, d = _piles(n)
    for pile in (b, d, a, c):
        left = [card for card in pile if card not in state["played"]]
        if left:
            return {str(card): 1 / len(left) for card in left}
    return {"-": 1}


def play(state, action, reply) -> dict:
    own = int(action)
    other = int(reply)
    if own > other:
        reward = 1
    elif own == other:
        reward = 0
    else:
        reward = -1
    next_state = {
        "mine": [card for card in state["mine"] if card != own],
        "played": sorted(state["played"] + [other]),
    }
    return {"state": next_state, "reward": reward}


def _list(cards) -> str:
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state) -> str:
    return (f"Your cards: {_list(state['mine'])}. "
            f"Cards that the opponent has played: {_list(state['played'])}.")
