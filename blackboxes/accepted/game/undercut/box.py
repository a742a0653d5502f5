def start(settings):
    return [settings["rounds"], 0, 0, 4, 0]


def actions(state):
    return ["1", "2", "3", "4", "5"] if state[0] > 0 else []


def opponent(state):
    return {str(state[3]): 1}


def _reward(mine, other):
    if mine == other:
        return 0
    if mine == other - 1:
        return 3
    if mine == other + 1:
        return -3
    return 1 if mine > other else -1


def play(state, action, reply):
    left, _, _, _, lost = state
    mine, other = int(action), int(reply)
    reward = _reward(mine, other)
    lost = min(lost + 1, 2) if reward > 0 else 0
    following = 2 if lost == 2 else (mine + 1) % 5 + 1
    return {"state": [left - 1, mine, other, following, lost], "reward": reward}


def view(state):
    left, mine, other, _, _ = state
    last = f"you {mine}, opponent {other}" if mine else "none"
    return f"{left} round(s) left. Last round: {last}."
