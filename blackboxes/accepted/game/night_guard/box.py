"""Four doors, and one of twelve guards who keeps to a plan of its own."""

COINS = {"A": 1, "B": 2, "C": 3, "D": 4}
LOSS = 6

# The door of each guard from the first to the sixth night.
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


def start(settings: dict) -> dict:
    # "guard" is None until chance has drawn it; "last" is where the guard last stood.
    return {"guard": None, "made": 0, "left": settings["nights"], "last": "none"}


def chance(state):
    if state["guard"] is not None:
        return None
    return {guard: 1 / 12 for guard in PLANS}


def actions(state) -> list[str]:
    if state["left"] == 0:
        return []
    return ["A", "B", "C", "D"]


def opponent(state) -> dict[str, float]:
    return {PLANS[state["guard"]][state["made"]]: 1}


def play(state, action, reply) -> dict:
    if state["guard"] is None:
        # The draw of the guard: no night passes and nothing is won.
        return {"state": {**state, "guard": reply}, "reward": 0}
    following = {
        "guard": state["guard"],
        "made": state["made"] + 1,
        "left": state["left"] - 1,
        "last": reply,
    }
    reward = -LOSS if action == reply else COINS[action]
    return {"state": following, "reward": reward}


def view(state) -> str:
    return (
        f"On duty: {state['guard']}. Nights left: {state['left']}. "
        f"The guard last stood at: {state['last']}."
    )
