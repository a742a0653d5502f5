# State: {"turns": turns of the game, "made": turns played, "bullets": the player's bullets}.
# The opponent's moves depend on the number of turns played alone.

MOST = 8
CYCLE = ["load", "load", "defend 2", "load", "defend 1"]


def _opponent_move(turn):
    return CYCLE[turn % len(CYCLE)]


def _parts(move):
    """The kind of a move and the number of bullets that it uses."""
    words = move.split()
    return words[0], int(words[1]) if len(words) > 1 else 0


def _reward(action, reply):
    mine, x = _parts(action)
    other, y = _parts(reply)
    if mine == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return (x > y) - (x < y)
        return -1 if y >= x else 1  # the opponent defends
    if other == "shoot":
        if mine == "load":
            return -1
        return 1 if x >= y else -1  # the player defends
    return 0


def start(settings):
    return {"turns": settings["turns"], "made": 0, "bullets": 0}


def actions(state):
    if state["made"] >= state["turns"]:
        return []
    numbers = range(1, state["bullets"] + 1)
    return (
        ["load"]
        + [f"shoot {x}" for x in numbers]
        + [f"defend {x}" for x in numbers]
    )


def opponent(state):
    return {_opponent_move(state["made"]): 1}


def play(state, action, reply):
    kind, used = _parts(action)
    if kind == "load":
        # Loading stays possible with 8 bullets, but brings no more then.
        bullets = min(MOST, state["bullets"] + 1)
    else:
        bullets = state["bullets"] - used
    following = {
        "turns": state["turns"],
        "made": state["made"] + 1,
        "bullets": bullets,
    }
    return {"state": following, "reward": _reward(action, reply)}


def view(state):
    made = state["made"]
    # Only the kind of the opponent's last move is seen, not its number.
    last = "none" if made == 0 else _parts(_opponent_move(made - 1))[0]
    return (
        f"Turns left: {state['turns'] - made}. "
        f"Your bullets: {state['bullets']}. "
        f"The opponent's last move: {last}."
    )
