MOVES = ("rock", "paper", "scissors", "fire", "water", "air", "sponge")
BEATS = {
    "rock": ("scissors", "fire", "sponge"),
    "paper": ("rock", "water", "air"),
    "scissors": ("paper", "air", "sponge"),
    "fire": ("paper", "scissors", "sponge"),
    "water": ("rock", "scissors", "fire"),
    "air": ("rock", "fire", "water"),
    "sponge": ("paper", "water", "air"),
}


def _reward(mine, other):
    if mine == other:
        return 0
    return 1 if other in BEATS[mine] else -1


def actions(state):
    return list(MOVES) if state[0] > 0 else []


ANSWER = {
    "rock": "water",
    "paper": "fire",
    "scissors": "rock",
    "fire": "air",
    "water": "sponge",
    "air": "paper",
    "sponge": "scissors",
}


def start(settings):
    return [settings["turns"], "none", "rock"]


def opponent(state):
    return {state[2]: 1}


def play(state, action, reply):
    return {"state": [state[0] - 1, reply, ANSWER[action]], "reward": _reward(action, reply)}


def view(state):
    return f"{state[0]} turn(s) left. The opponent's last move: {state[1]}."
