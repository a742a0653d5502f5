PLACES = ["park", "cafe", "tower"]
GAIN = {"park": 1, "cafe": 2, "tower": 4}
NEXT = {"park": "cafe", "cafe": "tower", "tower": "park"}

# A state is [rounds left, the player's last place, the partner's last place
# (both "none" before the first round), whether the number of rounds without
# a meeting since the last meeting is odd].


def start(settings: dict):
    return [settings["rounds"], "none", "none", False]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(PLACES)


def opponent(state) -> dict[str, float]:
    left, mine, theirs, odd = state
    if mine == "none":
        place = "park"
    elif mine == theirs:
        place = NEXT[theirs]
    elif odd:
        place = mine
    else:
        place = "park"
    return {place: 1}


def play(state, action, reply) -> dict:
    left, mine, theirs, odd = state
    left -= 1
    if action == reply:
        reward = GAIN[action]
        odd = False  # the count begins anew
    else:
        reward = 0
        odd = not odd
    if left == 0:
        odd = False  # no longer needed
    return {"state": [left, action, reply, odd], "reward": reward}


def view(state) -> str:
    left, mine, theirs, odd = state
    if mine == "none":
        last = "none"
    else:
        last = f"you {mine}, partner {theirs}"
    return f"Rounds left: {left}. Last round: {last}."
