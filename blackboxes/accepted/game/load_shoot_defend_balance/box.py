PLAN = ["load", "load", "shoot 1", "defend 1"]
MOST_BULLETS = 8


def start(settings: dict):
    return {"made": 0, "left": settings["turns"], "bullets": 0}


def actions(state) -> list[str]:
    if state["left"] == 0:
        return []
    numbers = range(1, state["bullets"] + 1)
    return (["load"]
            + [f"shoot {number}" for number in numbers]
            + [f"defend {number}" for number in numbers])


def opponent(state) -> dict[str, float]:
    return {PLAN[state["made"] % 4]: 1}


def _split(move: str):
    """The kind of a move and how many bullets it uses."""
    parts = move.split()
    if len(parts) == 1:
        return parts[0], 0
    return parts[0], int(parts[1])


def _reward(own: str, own_used: int, other: str, other_used: int) -> int:
    if own == "shoot" and other == "shoot":
        if own_used == other_used:
            return 0
        return 1 if own_used > other_used else -1
    if own == "shoot":
        if other == "load":
            return 1
        # The defender wins with at least as many bullets.
        return -1 if other_used >= own_used else 1
    if other == "shoot":
        if own == "load":
            return -1
        return 1 if own_used >= other_used else -1
    return 0


def play(state, action, reply) -> dict:
    own, own_used = _split(action)
    other, other_used = _split(reply)
    if own == "load":
        bullets = min(MOST_BULLETS, state["bullets"] + 1)
    else:
        bullets = state["bullets"] - own_used
    next_state = {
        "made": state["made"] + 1,
        "left": state["left"] - 1,
        "bullets": bullets,
    }
    return {"state": next_state,
            "reward": _reward(own, own_used, other, other_used)}


def view(state) -> str:
    if state["made"] == 0:
        last = "none"
    else:
        # Only the kind of the move is read, not its number of bullets.
        last, _ = _split(PLAN[(state["made"] - 1) % 4])
    return (f"Turns left: {state['left']}. Your bullets: {state['bullets']}. "
            f"The opponent's last move: {last}.")
