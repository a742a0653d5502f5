DOORS = ["A", "B", "C", "D"]


def start(settings: dict):
    # coins: behind A, B, C, D; guard: where it last stood ("" before the
    # first night); chosen: the player's last door, kept only before a third
    # night, else "".
    return {"made": 0, "left": settings["nights"], "coins": [1, 1, 1, 1],
            "guard": "", "chosen": ""}


def actions(state) -> list[str]:
    return list(DOORS) if state["left"] > 0 else []


def opponent(state) -> dict[str, float]:
    if state["left"] == 0:
        return {"-": 1}
    # The night that comes now has the number made + 1.
    if (state["made"] + 1) % 3 == 0:
        return {state["chosen"]: 1}
    # index gives the first of several doors with equally many coins.
    coins = state["coins"]
    return {DOORS[coins.index(max(coins))]: 1}


def play(state, action, reply) -> dict:
    coins = list(state["coins"])
    door = DOORS.index(action)
    if action == reply:
        reward = -6
    else:
        reward = coins[door]
        coins[door] = 0
    coins = [min(4, number + 1) for number in coins]
    made = state["made"] + 1
    left = state["left"] - 1
    third_comes = (made + 1) % 3 == 0 and left > 0
    next_state = {
        "made": made,
        "left": left,
        "coins": coins,
        "guard": reply,
        "chosen": action if third_comes else "",
    }
    return {"state": next_state, "reward": reward}


def view(state) -> str:
    coins = ", ".join(f"{door} {number}"
                      for door, number in zip(DOORS, state["coins"]))
    guard = state["guard"] or "none"
    return (f"Coins: {coins}. Nights left: {state['left']}. "
            f"The guard last stood at: {guard}.")
