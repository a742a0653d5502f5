MOVES = ["rock", "paper", "scissors"]

# The relation is turned round compared with the common game.
BEATS = {"scissors": "rock", "rock": "paper", "paper": "scissors"}


def start(settings):
    return {"left": settings["turns"], "seen": "none"}


def is_over(state):
    return state["left"] == 0


def chance(state):
    return None


def actions(state):
    return list(MOVES)


def opponent(state):
    return {"rock": 1 / 2, "scissors": 1 / 2}


def play(state, action, reply):
    if BEATS[action] == reply:
        reward = 1
    elif BEATS[reply] == action:
        reward = -1
    else:
        reward = 0
    return {"state": {"left": state["left"] - 1, "seen": reply}, "reward": reward}


def view(state):
    return f"{state['left']} turn(s) left. The opponent's last move: {state['seen']}."
