# State: [rounds left, player's last number, opponent's number before the last, opponent's last number]
# with None where there is no such number; at the end the number before the last is dropped.


def start(settings):
    return [settings["rounds"], None, None, None]


def actions(state):
    if state[0] == 0:
        return []
    return [str(number) for number in range(1, 8)]


def _circle(value):
    """The number from 1 to 7 at which one arrives on the circle."""
    return (value - 1) % 7 + 1


def opponent(state):
    a, b = state[2], state[3]
    if a is None:
        # the first two numbers are drawn
        return {str(number): 1 / 7 for number in range(1, 8)}
    if b > a:
        following = _circle(a + b)
    else:
        # down from b by one more than the way from a down to b
        following = _circle(b - (a - b + 1))
    return {str(following): 1}


def _reward(mine, theirs):
    if mine == theirs - 1:
        return 3
    if mine == theirs + 1:
        return -3
    if mine > theirs:
        return 1
    if mine < theirs:
        return -1
    return 0


def play(state, action, reply):
    left = state[0] - 1
    mine = int(action)
    theirs = int(reply)
    before = state[3] if left > 0 else None
    return {"state": [left, mine, before, theirs], "reward": _reward(mine, theirs)}


def view(state):
    left, mine, _, theirs = state
    if mine is None:
        last = "none"
    else:
        last = "you " + str(mine) + ", opponent " + str(theirs)
    return "Rounds left: " + str(left) + ". Last round: " + last + "."
