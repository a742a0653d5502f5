# State: [turns left, player's bullets, opponent's bullets, opponent is shooting, opponent's last move]
#
# The drill needs no counter: a shot by the player ends it at once and so ends the loading too,
# and without a shot the opponent loads on after it until it holds 8 bullets, which takes 8 turns
# from the start of the round, longer than any drill. So the opponent loads until the player
# shoots in a loading turn or it holds 8, then shoots until it has none left.

MOST = 8


def start(settings):
    return [settings["turns"], 0, 0, False, "none"]


def actions(state):
    left, mine = state[0], state[1]
    if left == 0:
        return []
    amounts = range(1, mine + 1)
    return (
        ["load"]
        + ["shoot " + str(x) for x in amounts]
        + ["defend " + str(x) for x in amounts]
    )


def opponent(state):
    theirs, shooting = state[2], state[3]
    if shooting:
        return {"shoot " + str(min(2, theirs)): 1}
    return {"load": 1}


def _parse(move):
    """The kind of the move and how many bullets it uses."""
    if move == "load":
        return "load", 0
    kind, amount = move.split(" ")
    return kind, int(amount)


def _bullets(held, kind, amount):
    if kind == "load":
        return min(MOST, held + 1)
    return held - amount


def _reward(kind, x, other, y):
    if kind == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return int(x > y) - int(x < y)
        return -1 if y >= x else 1
    if other == "shoot":
        if kind == "load":
            return -1
        return 1 if x >= y else -1
    return 0


def play(state, action, reply):
    left, mine, theirs, shooting, _ = state
    kind, x = _parse(action)
    other, y = _parse(reply)
    left -= 1
    mine = _bullets(mine, kind, x)
    theirs = _bullets(theirs, other, y)
    if shooting:
        # with no bullets left a new round begins
        shooting = theirs > 0
    else:
        shooting = kind == "shoot" or theirs == MOST
    if left == 0:
        # nothing hidden matters any more
        theirs, shooting = 0, False
    return {
        "state": [left, mine, theirs, shooting, reply],
        "reward": _reward(kind, x, other, y),
    }


def view(state):
    left, mine, _, _, last = state
    return (
        "Turns left: " + str(left)
        + ". Your bullets: " + str(mine)
        + ". The opponent's last move: " + last + "."
    )
