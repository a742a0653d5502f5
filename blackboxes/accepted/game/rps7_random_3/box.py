"""Rock, paper, scissors with seven moves against an opponent that draws paper, water or sponge evenly."""

MOVES = ["rock", "paper", "scissors", "fire", "water", "air", "sponge"]

# What each move beats; every other different move beats it.
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
    # A state is [turns left, the opponent's last move].
    return [settings["turns"], "none"]


def actions(state):
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state):
    # Drawn anew in every turn, whatever happened before.
    return {"paper": 1 / 3, "water": 1 / 3, "sponge": 1 / 3}


def play(state, action, reply):
    if action == reply:
        reward = 0
    elif reply in BEATS[action]:
        reward = 1
    else:
        reward = -1
    return {"state": [state[0] - 1, reply], "reward": reward}


def view(state):
    turns_left, last = state
    return f"Turns left: {turns_left}. The opponent's last move: {last}."
