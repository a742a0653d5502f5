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


def start(settings):
    return [settings["turns"], 0]


def opponent(state):
    return {MOVES[state[1] % 7]: 1}


def play(state, action, reply):
    return {"state": [state[0] - 1, state[1] + 1], "reward": _reward(action, reply)}


def view(state):
    left, done = state
    last = MOVES[(done - 1) % 7] if done else "none"
    return f"{left} turn(s) left. The opponent's last move: {last}."
