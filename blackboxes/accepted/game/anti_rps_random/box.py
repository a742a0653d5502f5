# Not the common game: each move beats the one named here.
BEATS = {"scissors": "rock", "rock": "paper", "paper": "scissors"}

# A state is [turns left, the opponent's last move].


def start(settings: dict):
    return [settings["turns"], "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return ["rock", "paper", "scissors"]


def opponent(state) -> dict[str, float]:
    return {"rock": 1 / 2, "scissors": 1 / 2}


def play(state, action, reply) -> dict:
    if BEATS[action] == reply:
        reward = 1
    elif BEATS[reply] == action:
        reward = -1
    else:
        reward = 0
    return {"state": [state[0] - 1, reply], "reward": reward}


def view(state) -> str:
    return f"Turns left: {state[0]}. The opponent's last move: {state[1]}."
