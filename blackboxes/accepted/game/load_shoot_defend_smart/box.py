MOST = 8


def start(settings):
    turns = settings["turns"]
    return {
        "left": turns,
        "mine": 0,
        "theirs": 0,
        "drill": 3 if turns < 10 else 6,
        "phase": "load",
        "loaded": 0,
        "first": True,
        "shot": False,
        "seen": "none",
    }


def is_over(state):
    return state["left"] == 0


def chance(state):
    return None


def actions(state):
    amounts = range(1, state["mine"] + 1)
    return (
        ["load"]
        + [f"shoot {x}" for x in amounts]
        + [f"defend {x}" for x in amounts]
    )


def opponent(state):
    if state["phase"] == "shoot":
        return {"shoot 2" if state["theirs"] >= 2 else "shoot 1": 1}
    return {"load": 1}


def _parse(move):
    """"shoot 3" -> ("shoot", 3); "load" -> ("load", 0)."""
    kind, _, amount = move.partition(" ")
    return kind, int(amount) if amount else 0


def _bullets_after(bullets, kind, amount):
    if kind == "load":
        return min(MOST, bullets + 1)
    return bullets - amount


def _reward(kind, x, their_kind, y):
    if their_kind == "load":
        return 1 if kind == "shoot" else 0
    # The opponent shoots with y bullets.
    if kind == "load":
        return -1
    if kind == "defend":
        return 1 if x >= y else -1
    if x == y:
        return 0
    return 1 if x > y else -1


def play(state, action, reply):
    kind, x = _parse(action)
    their_kind, y = _parse(reply)
    reward = _reward(kind, x, their_kind, y)

    # Bullets and the notice of a shot come first.
    mine = _bullets_after(state["mine"], kind, x)
    theirs = _bullets_after(state["theirs"], their_kind, y)
    shot = state["shot"] or kind == "shoot"

    before = state["phase"]
    phase = before
    loaded = state["loaded"]
    first = state["first"]
    if phase == "load":
        loaded += 1
        # In a later round a shot does not end the load phase early.
        if loaded == state["drill"] or (first and shot):
            phase = "wait"
            loaded = 0
    if phase == "wait" and (shot or theirs == MOST):
        phase = "shoot"
    elif before == "shoot" and theirs == 0:
        phase = "load"
        loaded = 0
        shot = False
        first = False

    following = {
        "left": state["left"] - 1,
        "mine": mine,
        "theirs": theirs,
        "drill": state["drill"],
        "phase": phase,
        "loaded": loaded,
        "first": first,
        "shot": shot,
        "seen": reply,
    }
    return {"state": following, "reward": reward}


def view(state):
    return (
        f"{state['left']} turn(s) left. You have {state['mine']} bullet(s). "
        f"The opponent's last move: {state['seen']}."
    )
