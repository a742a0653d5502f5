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

# A state is [turns left, the opponent's next move, the opponent's last move].


def start(settings: dict):
    return [settings["turns"], "rock", "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state) -> dict[str, float]:
    return {state[1]: 1}


def _first_that_beats(move):
    for candidate in MOVES:
        if move in BEATS[candidate]:
            return candidate


def play(state, action, reply) -> dict:
    if action == reply:
        reward = 0
    elif reply in BEATS[action]:
        reward = 1
    else:
        reward = -1
    left = state[0] - 1
    # Once the game is over there is no next move to remember.
    following = _first_that_beats(action) if left > 0 else "none"
    return {"state": [left, following, reply], "reward": reward}


def view(state) -> str:
    return f"Turns left: {state[0]}. The opponent's last move: {state[2]}."
