"""Break in at one of four doors each night; one of twelve guards with a fixed plan is on duty."""

COINS = {"A": 1, "B": 2, "C": 3, "D": 4}
CAUGHT = -6

# Where each guard stands from the first night to the sixth.
PLANS = {
    "Ada": "CADCDD",
    "Ben": "DABCCD",
    "Cleo": "CDDBAC",
    "Dan": "DDCBCD",
    "Eve": "DACDBB",
    "Fritz": "DCBDDB",
    "Gus": "DBCCDC",
    "Hana": "CCDCBB",
    "Ivo": "CBDDCA",
    "Jana": "DBACDD",
    "Kim": "DDBBCD",
    "Leo": "BCDDCC",
}


def start(settings):
    # [nights left, nights gone, guard on duty (None before the draw), where the guard last stood]
    return [settings["nights"], 0, None, "none"]


def chance(state):
    if state[2] is not None:
        return None
    return {name: 1 / 12 for name in PLANS}


def actions(state):
    if state[0] == 0:
        return []
    return list(COINS)


def opponent(state):
    _, gone, guard, _ = state
    return {PLANS[guard][gone]: 1}


def play(state, action, reply):
    left, gone, guard, last = state
    if guard is None:
        # The draw of the guard: reply is the name; no night passes.
        return {"state": [left, gone, reply, last], "reward": 0}
    reward = CAUGHT if action == reply else COINS[action]
    return {"state": [left - 1, gone + 1, guard, reply], "reward": reward}


def view(state):
    left, _, guard, last = state
    return f"On duty: {guard}. Nights left: {left}. The guard last stood at: {last}."
