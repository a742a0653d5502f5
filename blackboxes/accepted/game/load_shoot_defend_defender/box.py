LIMIT = 8  # nobody holds more bullets
PATTERN = ["load", "load", "defend 2", "load", "defend 1"]


def _parts(move):
    """The kind of a move and how many bullets it uses up."""
    kind, _, number = move.partition(" ")
    return kind, int(number or 0)


def _reward(action, reply):
    mine, x = _parts(action)
    theirs, y = _parts(reply)
    if mine == "shoot":
        if theirs == "load":
            return 1
        if theirs == "shoot":
            return (x > y) - (x < y)
        # the opponent defends: it needs at least as many bullets
        return -1 if y >= x else 1
    if theirs == "shoot":
        if mine == "load":
            return -1
        return 1 if x >= y else -1
    return 0


def start(settings):
    return {"left": settings["turns"], "made": 0, "bullets": 0}


def actions(state):
    if state["left"] == 0:
        return []
    offered = ["load"]
    for kind in ("shoot", "defend"):
        for x in range(1, state["bullets"] + 1):
            offered.append(f"{kind} {x}")
    return offered


def opponent(state):
    return {PATTERN[state["made"] % len(PATTERN)]: 1}


def play(state, action, reply):
    kind, used = _parts(action)
    if kind == "load":
        bullets = min(LIMIT, state["bullets"] + 1)
    else:
        bullets = state["bullets"] - used
    return {
        "state": {
            "left": state["left"] - 1,
            "made": state["made"] + 1,
            "bullets": bullets,
        },
        "reward": _reward(action, reply),
    }


def view(state):
    if state["made"] == 0:
        last = "none"
    else:
        # only the kind of the opponent's last move is told
        last = _parts(PATTERN[(state["made"] - 1) % len(PATTERN)])[0]
    return (
        f"Turns left: {state['left']}. Your bullets: {state['bullets']}. "
        f"The opponent's last move: {last}."
    )
