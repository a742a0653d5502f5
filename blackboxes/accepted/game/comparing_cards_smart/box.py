# State: [n, hand, plan]
#   hand: the player's remaining cards, ascending (its length tells how many moves are left)
#   plan: "first" before the first move, then "low" or "high" by the player's first card,
#         "over" at the end, where the plan no longer matters


def _middle(n):
    return (n + 1) // 2


def _order(n, plan):
    """All cards of the opponent in the order in which it plays them."""
    m = _middle(n)
    down = list(range(m - 1, 0, -1))
    up = list(range(m + 1, n + 1))
    if plan == "high":
        return [m] + up + down
    return [m] + down + up


def start(settings):
    n = settings["cards"]
    return [n, list(range(1, n + 1)), "first"]


def actions(state):
    return [str(card) for card in state[1]]


def opponent(state):
    n, hand, plan = state
    played = n - len(hand)
    return {str(_order(n, plan)[played]): 1}


def play(state, action, reply):
    n, hand, plan = state
    mine = int(action)
    theirs = int(reply)
    if plan == "first":
        plan = "low" if mine <= _middle(n) else "high"
    rest = [card for card in hand if card != mine]
    if not rest:
        plan = "over"
    reward = (mine > theirs) - (mine < theirs)
    return {"state": [n, rest, plan], "reward": int(reward)}


def _listed(cards):
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state):
    n, hand, plan = state
    played = n - len(hand)
    # the opponent's played cards are shown in ascending order
    gone = sorted(_order(n, plan)[:played])
    return (
        "Your cards: " + _listed(hand)
        + ". Cards that the opponent has played: " + _listed(gone) + "."
    )
