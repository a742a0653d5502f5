PLACES = ["park", "cafe", "tower"]
VALUES = {"park": 1, "cafe": 2, "tower": 4}
NEXT_PLACE = {"park": "cafe", "cafe": "tower", "tower": "park"}


def start(settings: dict):
    # own, partner: the places of the last round ("" before the first one);
    # odd: whether the number of rounds without a meeting, counted from the
    # last meeting on or from the beginning, is odd.
    return {"left": settings["rounds"], "own": "", "partner": "", "odd": False}


def actions(state) -> list[str]:
    return list(PLACES) if state["left"] > 0 else []


def opponent(state) -> dict[str, float]:
    own = state["own"]
    if own == "":
        return {"park": 1}
    if own == state["partner"]:
        return {NEXT_PLACE[own]: 1}
    if state["odd"]:
        return {own: 1}
    return {"park": 1}


def play(state, action, reply) -> dict:
    met = action == reply
    next_state = {
        "left": state["left"] - 1,
        "own": action,
        "partner": reply,
        # A meeting begins the count anew.
        "odd": False if met else not state["odd"],
    }
    return {"state": next_state, "reward": VALUES[action] if met else 0}


def view(state) -> str:
    if state["own"] == "":
        last = "none"
    else:
        last = f"you {state['own']}, partner {state['partner']}"
    return f"Rounds left: {state['left']}. Last round: {last}."
