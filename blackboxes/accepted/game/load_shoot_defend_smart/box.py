"""Load, shoot, defend against an opponent that loads until it is shot at, then empties its bullets."""

MAX_BULLETS = 8


def split(move):
    """'shoot 2' -> ('shoot', 2); 'load' -> ('load', 0)."""
    parts = move.split(" ")
    if len(parts) == 1:
        return parts[0], 0
    return parts[0], int(parts[1])


def after(bullets, kind, used):
    """The bullets that one side holds after its move."""
    if kind == "load":
        return min(MAX_BULLETS, bullets + 1)
    return bullets - used


def start(settings):
    # [turns left, player's bullets, opponent's bullets, whether the opponent shoots now, its last move]
    return [settings["turns"], 0, 0, False, "none"]


def actions(state):
    turns_left, mine = state[0], state[1]
    if turns_left == 0:
        return []
    result = ["load"]
    result += [f"shoot {x}" for x in range(1, mine + 1)]
    result += [f"defend {x}" for x in range(1, mine + 1)]
    return result


def opponent(state):
    _, _, theirs, shooting, _ = state
    if not shooting:
        return {"load": 1}
    return {f"shoot {min(2, theirs)}": 1}


def score(kind, used, other, other_used):
    """What the player gets for one turn."""
    if kind == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return (used > other_used) - (used < other_used)
        # The other defends: as many bullets as the shot are enough.
        return -1 if other_used >= used else 1
    if other == "shoot":
        if kind == "load":
            return -1
        return 1 if used >= other_used else -1
    return 0


def play(state, action, reply):
    turns_left, mine, theirs, shooting, _ = state
    kind, used = split(action)
    other, other_used = split(reply)
    mine = after(mine, kind, used)
    theirs = after(theirs, other, other_used)
    if shooting:
        # With no bullet left a new round begins.
        shooting = theirs > 0
    else:
        # The length of the drill does not matter: a shot ends it at once,
        # and 8 bullets cannot be reached within its 3 or 6 turns.
        shooting = kind == "shoot" or theirs == MAX_BULLETS
    next_state = [turns_left - 1, mine, theirs, shooting, reply]
    return {"state": next_state, "reward": score(kind, used, other, other_used)}


def view(state):
    turns_left, mine, _, _, last = state
    return f"Turns left: {turns_left}. Your bullets: {mine}. The opponent's last move: {last}."
