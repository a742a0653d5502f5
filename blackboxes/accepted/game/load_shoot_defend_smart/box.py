MOST_BULLETS = 8

# A state is [turns left, the player's bullets, the opponent's bullets,
# whether the opponent shoots from now on, the opponent's last move].
#
# The length of the drill is not needed. A shot of the player ends the drill,
# so that the opponent shoots from the next turn on whether it was in the
# drill or past it. A round begins without bullets, and a drill has at most
# 6 turns, so that the opponent cannot hold 8 bullets within the drill.
# Hence it loads until the player shoots or it holds 8, then shoots until it
# has none left.


def start(settings: dict):
    return [settings["turns"], 0, 0, False, "none"]


def actions(state) -> list[str]:
    left, bullets, theirs, shooting, last = state
    if left == 0:
        return []
    numbers = range(1, bullets + 1)
    return (["load"]
            + ["shoot " + str(x) for x in numbers]
            + ["defend " + str(x) for x in numbers])


def opponent(state) -> dict[str, float]:
    left, bullets, theirs, shooting, last = state
    if shooting:
        return {"shoot " + str(min(2, theirs)): 1}
    return {"load": 1}


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


def _after(held, kind, used):
    """The bullets after a move."""
    if kind == "load":
        return min(MOST_BULLETS, held + 1)
    return held - used


def play(state, action, reply) -> dict:
    left, bullets, theirs, shooting, last = state
    mine, x = _parse(action)
    other, y = _parse(reply)
    bullets = _after(bullets, mine, x)
    theirs = _after(theirs, other, y)
    left -= 1

    if shooting:
        # Without bullets a new round begins; the player's shots are forgotten.
        shooting = theirs > 0
    else:
        shooting = mine == "shoot" or theirs == MOST_BULLETS
    if left == 0:
        # Once the game is over, what the opponent would do no longer matters.
        theirs = 0
        shooting = False

    return {"state": [left, bullets, theirs, shooting, reply],
            "reward": _reward(mine, x, other, y)}


def view(state) -> str:
    left, bullets, theirs, shooting, last = state
    return (f"Turns left: {left}. Your bullets: {bullets}. "
            f"The opponent's last move: {last}.")
