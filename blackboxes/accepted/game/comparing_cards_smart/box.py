def start(settings: dict):
    n = settings["cards"]
    # high: whether the player's first card was higher than m; it is set by
    # the first move, and before that it plays no part.
    return {"n": n, "mine": list(range(1, n + 1)), "high": False}


def actions(state) -> list[str]:
    return [str(card) for card in state["mine"]]


def _middle(n: int) -> int:
    return (n + 1) // 2


def _order(state) -> list[int]:
    """All cards of the opponent, in the order in which it plays them."""
    n = state["n"]
    m = _middle(n)
    lower = list(range(m - 1, 0, -1))
    higher = list(range(m + 1, n + 1))
    if state["high"]:
        return [m] + higher + lower
    return [m] + lower + higher


def _turns_made(state) -> int:
    return state["n"] - len(state["mine"])


def opponent(state) -> dict[str, float]:
    turn = _turns_made(state)
    if turn == state["n"]:
        return {"-": 1}
    return {str(_order(state)[turn]): 1}


def play(state, action, reply) -> dict:
    own = int(action)
    other = int(reply)
    if own > other:
        reward = 1
    elif own == other:
        reward = 0
    else:
        reward = -1
    high = state["high"]
    if _turns_made(state) == 0:
        # Only the player's first card matters to the opponent.
        high = own > _middle(state["n"])
    next_state = {
        "n": state["n"],
        "mine": [card for card in state["mine"] if card != own],
        "high": high,
    }
    return {"state": next_state, "reward": reward}


def _list(cards) -> str:
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state) -> str:
    played = sorted(_order(state)[:_turns_made(state)])
    return (f"Your cards: {_list(state['mine'])}. "
            f"Cards that the opponent has played: {_list(played)}.")
