"""Reversed rock, paper, scissors against an opponent that never repeats its last move."""

MOVES = ["rock", "paper", "scissors"]

# Not the common game: each move beats the one that it would lose to there.
BEATS = {"scissors": "rock", "rock": "paper", "paper": "scissors"}


def start(settings):
    # A state is [turns left, the opponent's last move].
    return [settings["turns"], "none"]


def actions(state):
    if state[0] == 0:
        return []
    return list(MOVES)


def opponent(state):
    last = state[1]
    # Before the first turn last is "none", so all three moves remain.
    possible = [move for move in MOVES if move != last]
    return {move: 1 / len(possible) for move in possible}


def play(state, action, reply):
    if action == reply:
        reward = 0
    elif BEATS[action] == reply:
        reward = 1
    else:
        reward = -1
    return {"state": [state[0] - 1, reply], "reward": reward}


def view(state):
    turns_left, last = state
    return f"Turns left: {turns_left}. The opponent's last move: {last}."
