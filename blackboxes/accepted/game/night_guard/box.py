DOORS = ("A", "B", "C", "D")
MOST = 4


def start(settings):
    return [settings["nights"], 0, [1, 1, 1, 1], "none", ""]


def actions(state):
    nights, done, _, _, _ = state
    return list(DOORS) if done < nights else []


def opponent(state):
    _, done, coins, _, chosen = state
    if (done + 1) % 3 == 0:
        return {chosen: 1}
    return {DOORS[coins.index(max(coins))]: 1}


def play(state, action, reply):
    nights, done, coins, _, _ = state
    coins = list(coins)
    door = DOORS.index(action)
    if action == reply:
        reward = -6
    else:
        reward = coins[door]
        coins[door] = 0
    coins = [min(number + 1, MOST) for number in coins]
    done += 1
    chosen = action if (done + 1) % 3 == 0 else ""
    return {"state": [nights, done, coins, reply, chosen], "reward": reward}


def view(state):
    nights, done, coins, last, _ = state
    lying = ", ".join(f"{door} {number}" for door, number in zip(DOORS, coins))
    return f"Coins: {lying}. {nights - done} night(s) left. The guard last stood at: {last}."
