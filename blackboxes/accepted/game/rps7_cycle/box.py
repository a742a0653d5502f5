# The order of the player's actions, and of the opponent's plan.
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

# A state is [turns left, place in the opponent's plan, its last move].


def start(settings: dict):
    return [settings["turns"], 0, "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state) -> dict[str, float]:
    return {MOVES[state[1]]: 1}


def play(state, action, reply) -> dict:
    left, place, last = state
    if action == reply:
        reward = 0
    elif reply in BEATS[action]:
        reward = 1
    else:
        reward = -1
    return {"state": [left - 1, (place + 1) % len(MOVES), reply],
            "reward": reward}


def view(state) -> str:
    left, place, last = state
    return f"Turns left: {left}. The opponent's last move: {last}."
