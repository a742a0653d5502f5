def _sequence(n, plan):
    m = (n + 1) // 2
    lower, higher = list(range(m - 1, 0, -1)), list(range(m + 1, n + 1))
    return [m, *higher, *lower] if plan == "high" else [m, *lower, *higher]


def start(settings):
    n = settings["cards"]
    return [n, list(range(1, n + 1)), "none"]


def actions(state):
    return [str(card) for card in state[1]]


def opponent(state):
    n, hand, plan = state
    return {str(_sequence(n, plan)[n - len(hand)]): 1}


def play(state, action, reply):
    n, hand, plan = state
    mine, other = int(action), int(reply)
    if plan == "none":
        plan = "high" if mine > (n + 1) // 2 else "low"
    reward = (mine > other) - (mine < other)
    return {"state": [n, [card for card in hand if card != mine], plan], "reward": reward}


def _listed(cards):
    return ", ".join(str(card) for card in cards) if cards else "none"


def view(state):
    n, hand, plan = state
    played = sorted(_sequence(n, plan)[: n - len(hand)])
    return f"Your cards: {_listed(hand)}. Cards that the opponent has played: {_listed(played)}."
