PLACES = ("park", "cafe", "tower")
WORTH = {"park": 1, "cafe": 2, "tower": 4}
NEXT = {"park": "cafe", "cafe": "tower", "tower": "park"}


def start(settings):
    return [settings["rounds"], "", "", "park", 0]


def actions(state):
    return list(PLACES) if state[0] > 0 else []


def opponent(state):
    return {state[3]: 1}


def play(state, action, reply):
    left, _, _, _, missed = state
    if action == reply:
        return {"state": [left - 1, action, reply, NEXT[reply], 0], "reward": WORTH[action]}
    missed = 1 - missed
    following = action if missed else "park"
    return {"state": [left - 1, action, reply, following, missed], "reward": 0}


def view(state):
    left, you, partner, _, _ = state
    last = f"you {you}, partner {partner}" if you else "none"
    return f"{left} round(s) left. Last round: {last}."
