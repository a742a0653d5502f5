MOVES = ["rock", "paper", "scissors", "fire", "water", "air", "sponge"]

BEATS = {
    "rock": ["scissors", "fire", "sponge"],
    "paper": ["rock", "water", "air"],
    "scissors": ["paper", "air", "sponge"],
    "fire": ["paper", "scissors", "sponge"],
    "water": ["rock", "scissors", "fire"],
    "air": ["rock", "fire", "water"],
    "sponge": ["paper", "water", "air"],
}

# A state is [turns left, the opponent's last move].


def start(settings: dict):
    return [settings["turns"], "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state) -> dict[str, float]:
    return {"rock": 1 / 3, "paper": 1 / 3, "air": 1 / 3}


def play(state, action, reply) -> dict:
    if action == reply:
        reward = 0
    elif reply in BEATS[action]:
        reward = 1
    else:
        reward = -1
    return {"state": [state[0] - 1, reply], "reward": reward}


def view(state) -> str:
    return f"Turns left: {state[0]}. The opponent's last move: {state[1]}."
