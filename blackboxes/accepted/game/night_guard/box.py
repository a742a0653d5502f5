# Where each guard stands on the first, second, ..., sixth night.
PLANS = {
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
LOSS = -6

# A state is [guard, nights gone, nights left]; the guard is None before the draw.


def start(settings: dict):
    return [None, 0, settings["nights"]]


def chance(state):
    guard = state[0]
    if guard is None:
        return {name: 1 / 12 for name in PLANS}
    return None


def actions(state) -> list[str]:
    left = state[2]
    return ["A", "B", "C", "D"] if left > 0 else []


def opponent(state) -> dict[str, float]:
    guard, gone, _ = state
    return {PLANS[guard][gone]: 1}


def play(state, action, reply) -> dict:
    guard, gone, left = state
    if guard is None:
        # The draw: the event is the guard's name, and no night passes.
        return {"state": [reply, gone, left], "reward": 0}
    reward = LOSS if action == reply else COINS[action]
    return {"state": [guard, gone + 1, left - 1], "reward": reward}


def view(state) -> str:
    guard, gone, left = state
    last = PLANS[guard][gone - 1] if gone > 0 else "none"
    return f"On duty: {guard}. Nights left: {left}. The guard last stood at: {last}."
