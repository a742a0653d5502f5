# A state is [rounds left, the player's last number, the opponent's last
# number (both 0 before the first round), the opponent's next number
# (0 once the game is over)].


def start(settings: dict):
    return [settings["rounds"], 0, 0, 4]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return ["1", "2", "3", "4", "5"]


def opponent(state) -> dict[str, float]:
    return {str(state[3]): 1}


def _gain(mine, theirs):
    """What the player gets."""
    if mine == theirs:
        return 0
    if mine == theirs - 1:
        return 3
    if mine == theirs + 1:
        return -3
    return 1 if mine > theirs else -1


def play(state, action, reply) -> dict:
    left, old_mine, old_theirs, following = state
    mine = int(action)
    theirs = int(reply)
    reward = _gain(mine, theirs)
    left -= 1
    # Before the first round both numbers are 0, which counts as no gain.
    won_both = reward > 0 and _gain(old_mine, old_theirs) > 0
    if left == 0:
        following = 0
    elif won_both:
        following = 2
    else:
        following = (mine + 1) % 5 + 1  # two on in the circle of 1 to 5
    return {"state": [left, mine, theirs, following], "reward": reward}


def view(state) -> str:
    left, mine, theirs, following = state
    if mine == 0:
        last = "none"
    else:
        last = f"you {mine}, opponent {theirs}"
    return f"Rounds left: {left}. Last round: {last}."
