CYCLE = ("load", "load", "defend 2", "load", "defend 1")
MOST = 8


def start(settings):
    return [settings["turns"], 0, 0]


def actions(state):
    turns, done, bullets = state
    if done >= turns:
        return []
    numbers = range(1, bullets + 1)
    return ["load", *(f"shoot {x}" for x in numbers), *(f"defend {x}" for x in numbers)]


def opponent(state):
    return {CYCLE[state[1] % len(CYCLE)]: 1}


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


def play(state, action, reply):
    turns, done, bullets = state
    kind, used = _parts(action)
    left = min(bullets + 1, MOST) if kind == "load" else bullets - used
    return {"state": [turns, done + 1, left], "reward": _reward(action, reply)}


def view(state):
    turns, done, bullets = state
    last = _parts(CYCLE[(done - 1) % len(CYCLE)])[0] if done else "none"
    return f"{turns - done} turn(s) left. You have {bullets} bullet(s). The opponent's last move: {last}."
