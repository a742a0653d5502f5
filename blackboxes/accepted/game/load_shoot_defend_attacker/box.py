MOST_BULLETS = 8
CYCLE = ["load", "load", "shoot 2", "load", "shoot 1"]


def _split(move):
    """The kind of a move and the number of bullets that it uses."""
    if move == "load":
        return "load", 0
    kind, bullets = move.split()
    return kind, int(bullets)


def _reward(action, reply):
    mine, my_bullets = _split(action)
    theirs, their_bullets = _split(reply)
    if mine == "shoot" and theirs == "shoot":
        return (my_bullets > their_bullets) - (my_bullets < their_bullets)
    if mine == "shoot":
        if theirs == "load":
            return 1
        return -1 if their_bullets >= my_bullets else 1
    if theirs == "shoot":
        if mine == "load":
            return -1
        return 1 if my_bullets >= their_bullets else -1
    return 0


def start(settings):
    return {"left": settings["turns"], "made": 0, "bullets": 0}


def actions(state):
    if state["left"] == 0:
        return []
    numbers = range(1, state["bullets"] + 1)
    return (
        ["load"]
        + [f"shoot {x}" for x in numbers]
        + [f"defend {x}" for x in numbers]
    )


def opponent(state):
    return {CYCLE[state["made"] % len(CYCLE)]: 1}


def play(state, action, reply):
    kind, used = _split(action)
    if kind == "load":
        # a load also counts when the player is hit; no more than 8 can be held
        bullets = min(state["bullets"] + 1, MOST_BULLETS)
    else:
        bullets = state["bullets"] - used
    after = {"left": state["left"] - 1, "made": state["made"] + 1, "bullets": bullets}
    return {"state": after, "reward": _reward(action, reply)}


def view(state):
    if state["made"] == 0:
        last = "none"
    else:
        # without the number of bullets
        last = _split(CYCLE[(state["made"] - 1) % len(CYCLE)])[0]
    return (
        f"Turns left: {state['left']}. Your bullets: {state['bullets']}. "
        f"The opponent's last move: {last}."
    )
