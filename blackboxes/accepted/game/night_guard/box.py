DOORS = ["A", "B", "C", "D"]
MOST_COINS = 4
LOSS = 6

# A state is [nights left, nights gone modulo 3, coins behind the four doors,
# the player's last door where the guard will use it (else ""),
# the guard's last door].


def start(settings: dict):
    return [settings["nights"], 0, [1, 1, 1, 1], "", "none"]


def actions(state) -> list[str]:
    if state[0] == 0:
        return []
    return list(DOORS)


def opponent(state) -> dict[str, float]:
    left, phase, coins, chosen, guard = state
    if phase == 2:
        # Every third night: where the player was the night before.
        return {chosen: 1}
    # The first of the doors with the most coins.
    return {DOORS[coins.index(max(coins))]: 1}


def play(state, action, reply) -> dict:
    left, phase, coins, chosen, guard = state
    coins = list(coins)
    if action == reply:
        reward = -LOSS
    else:
        place = DOORS.index(action)
        reward = coins[place]
        coins[place] = 0
    coins = [min(MOST_COINS, number + 1) for number in coins]
    left -= 1
    # Once the game is over the guard's plan no longer matters.
    phase = (phase + 1) % 3 if left > 0 else 0
    chosen = action if phase == 2 else ""
    return {"state": [left, phase, coins, chosen, reply], "reward": reward}


def view(state) -> str:
    left, phase, coins, chosen, guard = state
    listed = ", ".join(f"{door} {number}" for door, number in zip(DOORS, coins))
    return (f"Coins: {listed}. Nights left: {left}. "
            f"The guard last stood at: {guard}.")
