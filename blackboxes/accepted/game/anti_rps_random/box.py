MOVES = ("rock", "paper", "scissors")
# Not the common game: scissors beat rock, rock beats paper, paper beats scissors.
BEATS = {"scissors": "rock", "rock": "paper", "paper": "scissors"}


def start(settings):
    return [settings["turns"], "none"]


def actions(state):
    return list(MOVES) if state[0] > 0 else []


def opponent(state):
    return {"rock": 1 / 2, "scissors": 1 / 2}


def play(state, action, reply):
    if action == reply:
        reward = 0
    else:
        reward = 1 if BEATS[action] == reply else -1
    return {"state": [state[0] - 1, reply], "reward": reward}


def view(state):
    return f"{state[0]} turn(s) left. The opponent's last move: {state[1]}."
