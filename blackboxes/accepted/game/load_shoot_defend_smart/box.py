MOST_BULLETS = 8

# The drill need not be kept in the state: in it and after it the opponent loads, a
# shot of the player ends it at once and makes the opponent shoot from the next turn
# on, and in a drill of 3 or 6 turns, begun without bullets, it cannot reach 8.
# So a round is: load until the player shot or 8 bullets are held, then shoot until
# no bullets are left. That the player shot is the same as the phase "shooting".


def _split(move):
    """The kind of a move and the number of bullets that it uses."""
    if move == "load":
        return "load", 0
    kind, number = move.split()
    return kind, int(number)


def _after(bullets, kind, used):
    if kind == "load":
        return min(bullets + 1, MOST_BULLETS)
    return bullets - used


def _reward(mine, x, theirs, y):
    if mine == "shoot" and theirs == "shoot":
        return (x > y) - (x < y)
    if mine == "shoot":
        if theirs == "defend":
            return -1 if y >= x else 1
        return 1
    if theirs == "shoot":
        if mine == "defend":
            return 1 if x >= y else -1
        return -1
    return 0


def start(settings):
    return {
        "left": settings["turns"],
        "mine": 0,
        "theirs": 0,
        "shooting": False,
        "last": "none",
    }


def actions(state):
    if state["left"] == 0:
        return []
    numbers = range(1, state["mine"] + 1)
    return (
        ["load"]
        + [f"shoot {x}" for x in numbers]
        + [f"defend {x}" for x in numbers]
    )


def opponent(state):
    if state["shooting"]:
        return {f"shoot {min(2, state['theirs'])}": 1}
    return {"load": 1}


def play(state, action, reply):
    mine, x = _split(action)
    theirs, y = _split(reply)
    left_to_them = _after(state["theirs"], theirs, y)
    if state["shooting"]:
        # without bullets it forgets the shots, and a new round begins
        shooting = left_to_them > 0
    else:
        shooting = mine == "shoot" or left_to_them == MOST_BULLETS
    after = {
        "left": state["left"] - 1,
        "mine": _after(state["mine"], mine, x),
        "theirs": left_to_them,
        "shooting": shooting,
        "last": reply,
    }
    return {"state": after, "reward": _reward(mine, x, theirs, y)}


def view(state):
    return (
        f"Turns left: {state['left']}. Your bullets: {state['mine']}. "
        f"The opponent's last move: {state['last']}."
    )
