MOVES = ["rock", "paper", "scissors", "fire", "water", "air", "sponge"]

BEATS = {
    "rock": ("scissors", "fire", "sponge"),
    "paper": ("rock", "water", "air"),
    "scissors": ("paper", "air", "sponge"),
    "fire": ("paper", "scissors", "sponge"),
    "water": ("rock", "scissors", "fire"),
    "air": ("rock", "fire", "water"),
    "sponge": ("paper", "water", "air"),
}


def start(settings):
    return {"left": settings["turns"], "last": "none", "seen": "none"}


def is_over(state):
    return state["left"] == 0


def chance(state):
    return None


def actions(state):
    return list(MOVES)


def opponent(state):
    last = state["last"]
    if last == "none":
        return {"rock": 1}
    # The first move, in the fixed order, that beats the player's last one.
    for move in MOVES:
        if last in BEATS[move]:
            return {move: 1}


def play(state, action, reply):
    if reply in BEATS[action]:
        reward = 1
    elif action in BEATS[reply]:
        reward = -1
    else:
        reward = 0  # only the same move on both sides
    following = {"left": state["left"] - 1, "last": action, "seen": reply}
    return {"state": following, "reward": reward}


def view(state):
    return f"{state['left']} turn(s) left. The opponent's last move: {state['seen']}."
