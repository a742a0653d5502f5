# State: [guard on duty or None before the draw, nights gone, nights left]

DOORS = {
    "Ada": "DCDBDA",
    "Ben": "CDDACD",
    "Cleo": "DDACBD",
    "Dan": "BDCDDA",
    "Eve": "ADDCDB",
    "Fritz": "CADDBD",
    "Gus": "DBDDCA",
    "Hana": "CDADBD",
    "Ivo": "DDCADB",
    "Jana": "BCDADD",
    "Kim": "DACDBD",
    "Leo": "ADCBDD",
}

COINS = {"A": 1, "B": 2, "C": 3, "D": 4}


def start(settings):
    return [None, 0, settings["nights"]]


def chance(state):
    if state[0] is not None:
        return None
    return {name: 1 / 12 for name in DOORS}


def actions(state):
    if state[2] == 0:
        return []
    return ["A", "B", "C", "D"]


def opponent(state):
    guard, gone, _ = state
    return {DOORS[guard][gone]: 1}


def play(state, action, reply):
    guard, gone, left = state
    if guard is None:
        # the draw of the guard
        return {"state": [reply, 0, left], "reward": 0}
    reward = -6 if action == reply else COINS[action]
    return {"state": [guard, gone + 1, left - 1], "reward": reward}


def view(state):
    guard, gone, left = state
    last = DOORS[guard][gone - 1] if gone > 0 else "none"
    return (
        "On duty: " + guard
        + ". Nights left: " + str(left)
        + ". The guard last stood at: " + last + "."
    )
