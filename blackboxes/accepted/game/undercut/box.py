TOP = 7

# A state is [rounds left, own last number, opponent's last number, opponent's
# next number]. What does not exist yet is None; so is a next number that is
# drawn by chance, or that will not be needed since the game is over.


def start(settings: dict):
    return [settings["rounds"], None, None, None]


def actions(state) -> list[str]:
    left = state[0]
    if left == 0:
        return []
    return [str(number) for number in range(1, TOP + 1)]


def opponent(state) -> dict[str, float]:
    following = state[3]
    if following is None:
        return {str(number): 1 / 7 for number in range(1, TOP + 1)}
    return {str(following): 1}


def _following(before: int, last: int) -> int:
    """The opponent's number after these two of its own."""
    if last > before:
        number = before + last
    else:
        # It had gone down by before - last (perhaps 0); now by one more.
        number = last - (before - last + 1)
    # Back into the circle of 1 to 7.
    return (number - 1) % TOP + 1


def _reward(mine: int, other: int) -> int:
    if mine == other:
        return 0
    if mine == other - 1:
        return 3
    if mine == other + 1:
        return -3
    return 1 if mine > other else -1


def play(state, action, reply) -> dict:
    left, _, before, _ = state
    mine = int(action)
    other = int(reply)
    left -= 1
    if before is None or left == 0:
        following = None
    else:
        following = _following(before, other)
    return {"state": [left, mine, other, following], "reward": _reward(mine, other)}


def view(state) -> str:
    left, mine, other, _ = state
    if mine is None:
        last = "none"
    else:
        last = f"you {mine}, opponent {other}"
    return f"Rounds left: {left}. Last round: {last}."
