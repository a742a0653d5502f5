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

# A state is [turns left, the opponent's next move, its move after that,
# its last move].


def start(settings: dict):
    return [settings["turns"], "fire", "air", "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state) -> dict[str, float]:
    return {state[1]: 1}


def play(state, action, reply) -> dict:
    left, following, later, last = state
    if action == reply:
        reward = 0
    elif reply in BEATS[action]:
        reward = 1
    else:
        reward = -1
    left -= 1
    # The player's move is repeated two turns later.
    following, later = later, action
    # Forget moves that the opponent will no longer make.
    if left < 2:
        later = "none"
    if left < 1:
        following = "none"
    return {"state": [left, following, later, reply], "reward": reward}


def view(state) -> str:
    return f"Turns left: {state[0]}. The opponent's last move: {state[3]}."
