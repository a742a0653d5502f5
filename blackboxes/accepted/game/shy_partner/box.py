# The partner's bench in the first, second, ..., eighth round.
PLAN = ["11", "4", "14", "7", "7", "2", "16", "9"]
BENCHES = 16

# A state is [rounds played, rounds left, what is said of the last round].


def start(settings: dict):
    return [0, settings["rounds"], "none"]


def actions(state) -> list[str]:
    left = state[1]
    if left == 0:
        return []
    return [str(number) for number in range(1, BENCHES + 1)]


def opponent(state) -> dict[str, float]:
    played = state[0]
    return {PLAN[played]: 1}


def play(state, action, reply) -> dict:
    played, left, _ = state
    met = action == reply
    last = "you met" if met else "you did not meet"
    return {"state": [played + 1, left - 1, last], "reward": 1 if met else 0}


def view(state) -> str:
    # The partner's bench is not shown.
    _, left, last = state
    return f"Rounds left: {left}. Last round: {last}."
