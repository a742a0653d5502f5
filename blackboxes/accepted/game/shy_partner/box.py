"""A shy partner sits on one bench after the other; meeting it brings 1."""

BENCHES = 16

# The partner's bench in each round, from the first to the eighth.
PLAN = [11, 4, 14, 7, 7, 2, 16, 9]


def start(settings: dict) -> dict:
    # "met" is None before the first round, then whether the last round was a meeting.
    return {"made": 0, "left": settings["rounds"], "met": None}


def actions(state) -> list[str]:
    if state["left"] == 0:
        return []
    return [str(bench) for bench in range(1, BENCHES + 1)]


def opponent(state) -> dict[str, float]:
    return {str(PLAN[state["made"]]): 1}


def play(state, action, reply) -> dict:
    met = action == reply
    following = {"made": state["made"] + 1, "left": state["left"] - 1, "met": met}
    return {"state": following, "reward": 1 if met else 0}


def view(state) -> str:
    if state["met"] is None:
        last = "none"
    elif state["met"]:
        last = "you met"
    else:
        last = "you did not meet"
    return f"Rounds left: {state['left']}. Last round: {last}."
