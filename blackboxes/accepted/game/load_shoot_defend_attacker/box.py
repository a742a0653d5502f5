PLAN = ["load", "load", "shoot 2", "load", "shoot 1"]
MOST_BULLETS = 8

# A state is [turns left, place in the opponent's plan, the player's bullets,
# the opponent's last move without its number].
# The opponent's bullets follow from its plan, which never lacks any.


def start(settings: dict):
    return [settings["turns"], 0, 0, "none"]


def actions(state) -> list[str]:
    left, place, bullets, last = state
    if left == 0:
        return []
    numbers = range(1, bullets + 1)
    return (["load"]
            + ["shoot " + str(x) for x in numbers]
            + ["defend " + str(x) for x in numbers])


def opponent(state) -> dict[str, float]:
    return {PLAN[state[1]]: 1}


def _parse(move):
    """The kind of a move and the number of bullets it uses."""
    parts = move.split()
    return parts[0], int(parts[1]) if len(parts) > 1 else 0


def _reward(mine, x, other, y):
    """What the first of the two gets."""
    if mine == "shoot" and other == "shoot":
        if x == y:
            return 0
        return 1 if x > y else -1
    if mine == "shoot":
        if other == "load":
            return 1
        return -1 if y >= x else 1  # the other defends with y
    if other == "shoot":
        if mine == "load":
            return -1
        return 1 if x >= y else -1  # the player defends with x
    return 0


def play(state, action, reply) -> dict:
    left, place, bullets, last = state
    mine, x = _parse(action)
    other, y = _parse(reply)
    if mine == "load":
        bullets = min(MOST_BULLETS, bullets + 1)
    else:
        bullets -= x
    left -= 1
    # Once the game is over the place in the plan no longer matters.
    place = (place + 1) % len(PLAN) if left > 0 else 0
    return {"state": [left, place, bullets, other],
            "reward": _reward(mine, x, other, y)}


def view(state) -> str:
    left, place, bullets, last = state
    return (f"Turns left: {left}. Your bullets: {bullets}. "
            f"The opponent's last move: {last}.")
