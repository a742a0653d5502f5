"""Load, shoot, defend: the opponent plays rounds of load, wait and shoot."""

MOST = 8  # nobody can hold more bullets


def start(settings):
    turns = settings["turns"]
    return {
        "left": turns,
        "mine": 0,
        "theirs": 0,
        "drill": 3 if turns < 10 else 6,
        "phase": "load",
        "loaded": 0,
        "shot": False,
        "seen": "none",
    }


def is_over(state):
    return state["left"] <= 0


def chance(state):
    return None


def actions(state):
    mine = state["mine"]
    return (
        ["load"]
        + [f"shoot {x}" for x in range(1, mine + 1)]
        + [f"defend {x}" for x in range(1, mine + 1)]
    )


def opponent(state):
    if state["phase"] == "shoot":
        return {f"shoot {min(2, state['theirs'])}": 1}
    return {"load": 1}


def _parse(move):
    """A move as its kind and the number of bullets that it uses up."""
    if move == "load":
        return "load", 0
    kind, count = move.split(" ")
    return kind, int(count)


def _bullets_after(bullets, kind, used):
    if kind == "load":
        return min(MOST, bullets + 1)
    return bullets - used


def _reward(kind, x, other, y):
    """What the turn brings the player; the opponent only loads or shoots."""
    if other == "load":
        return 1 if kind == "shoot" else 0
    # The opponent shoots y.
    if kind == "load":
        return -1
    if kind == "defend":
        return 1 if x >= y else -1
    if x > y:
        return 1
    if x < y:
        return -1
    return 0


def play(state, action, reply):
    kind, x = _parse(action)
    other, y = _parse(reply)

    # Bullets and the notice of a shot come first, then the phase.
    mine = _bullets_after(state["mine"], kind, x)
    theirs = _bullets_after(state["theirs"], other, y)
    shot = state["shot"] or kind == "shoot"

    before = state["phase"]
    phase = before
    loaded = state["loaded"]

    if phase == "load":
        loaded += 1
        if loaded == state["drill"] or shot:
            phase = "wait"
            loaded = 0  # counted in the load phase only

    # Also if the phase has become wait in this very turn.
    if phase == "wait" and (shot or theirs == MOST):
        phase = "shoot"
    elif before == "shoot" and theirs == 0:
        # A new round, with the notice of a shot forgotten.
        phase = "load"
        loaded = 0
        shot = False

    following = {
        "left": state["left"] - 1,
        "mine": mine,
        "theirs": theirs,
        "drill": state["drill"],
        "phase": phase,
        "loaded": loaded,
        "shot": shot,
        "seen": reply,
    }
    return {"state": following, "reward": _reward(kind, x, other, y)}


def view(state):
    return (
        f"{state['left']} turn(s) left. You have {state['mine']} bullet(s). "
        f"The opponent's last move: {state['seen']}."
    )
