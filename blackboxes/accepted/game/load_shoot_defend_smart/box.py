MOST = 8


def start(settings):
    drill = 6 if settings["turns"] >= 10 else 3
    return {
        "left": settings["turns"],
        "mine": 0,
        "other": 0,
        "drill": drill,
        "length": drill,
        "shooting": False,
        "last": "none",
    }


def actions(state):
    if state["left"] <= 0:
        return []
    numbers = range(1, state["mine"] + 1)
    return ["load", *(f"shoot {x}" for x in numbers), *(f"defend {x}" for x in numbers)]


def opponent(state):
    if state["shooting"]:
        return {f"shoot {min(2, state['other'])}": 1}
    return {"load": 1}


def _parts(move):
    kind, _, number = move.partition(" ")
    return kind, int(number) if number else 0


def _reward(mine, other):
    (kind, used), (other_kind, other_used) = _parts(mine), _parts(other)
    if kind == "shoot":
        if other_kind == "load":
            return 1
        if other_kind == "shoot":
            return (used > other_used) - (used < other_used)
        return -1 if other_used >= used else 1
    if other_kind == "shoot":
        if kind == "load":
            return -1
        return 1 if used >= other_used else -1
    return 0


def _after(bullets, move):
    kind, used = _parts(move)
    return min(bullets + 1, MOST) if kind == "load" else bullets - used


def play(state, action, reply):
    mine = _after(state["mine"], action)
    other = _after(state["other"], reply)
    drill, shooting = state["drill"], state["shooting"]
    if shooting:
        if other == 0:
            shooting, drill = False, state["length"]
    else:
        shot = _parts(action)[0] == "shoot"
        drill = 0 if shot else max(drill - 1, 0)
        shooting = drill == 0 and (shot or other >= MOST)
    following = {
        "left": state["left"] - 1,
        "mine": mine,
        "other": other,
        "drill": drill,
        "length": state["length"],
        "shooting": shooting,
        "last": reply,
    }
    return {"state": following, "reward": _reward(action, reply)}


def view(state):
    return (
        f"{state['left']} turn(s) left. You have {state['mine']} bullet(s). "
        f"The opponent's last move: {state['last']}."
    )
