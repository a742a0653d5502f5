NUMBERS = ["1", "2", "3", "4", "5"]


def _reward(mine, theirs):
    difference = mine - theirs
    if difference == 0:
        return 0
    if difference == -1:
        return 3
    if difference == 1:
        return -3
    return 1 if difference > 0 else -1


def start(settings):
    # lost: how many rounds in a row the opponent lost, counted up to 2
    return {"left": settings["rounds"], "mine": None, "theirs": None, "lost": 0}


def actions(state):
    return list(NUMBERS) if state["left"] > 0 else []


def opponent(state):
    if state["mine"] is None:
        number = 4
    elif state["lost"] == 2:
        number = 2
    else:
        # the second number after the player's last one, 1 comes after 5
        number = (state["mine"] + 1) % 5 + 1
    return {str(number): 1}


def play(state, action, reply):
    mine, theirs = int(action), int(reply)
    reward = _reward(mine, theirs)
    lost = min(state["lost"] + 1, 2) if reward > 0 else 0
    after = {"left": state["left"] - 1, "mine": mine, "theirs": theirs, "lost": lost}
    return {"state": after, "reward": reward}


def view(state):
    if state["mine"] is None:
        last = "none"
    else:
        last = f"you {state['mine']}, opponent {state['theirs']}"
    return f"Rounds left: {state['left']}. Last round: {last}."
