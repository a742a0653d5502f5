"""Load, shoot, defend against an opponent that follows a fixed cycle of moves."""

MAX_BULLETS = 8
PLAN = ["load", "load", "load", "defend 1", "load", "defend 2", "defend 1"]


def split(move):
    """'shoot 2' -> ('shoot', 2); 'load' -> ('load', 0)."""
    parts = move.split(" ")
    if len(parts) == 1:
        return parts[0], 0
    return parts[0], int(parts[1])


def start(settings):
    # [turns left, place in the opponent's cycle, player's bullets, kind of the opponent's last move]
    return [settings["turns"], 0, 0, "none"]


def actions(state):
    turns_left, _, bullets, _ = state
    if turns_left == 0:
        return []
    result = ["load"]
    result += [f"shoot {x}" for x in range(1, bullets + 1)]
    result += [f"defend {x}" for x in range(1, bullets + 1)]
    return result


def opponent(state):
    return {PLAN[state[1]]: 1}


def score(mine, my_bullets, other, other_bullets):
    """What the player gets for one turn."""
    if mine == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return (my_bullets > other_bullets) - (my_bullets < other_bullets)
        # The other defends: as many bullets as the shot are enough.
        return -1 if other_bullets >= my_bullets else 1
    if other == "shoot":
        if mine == "load":
            return -1
        return 1 if my_bullets >= other_bullets else -1
    return 0


def play(state, action, reply):
    turns_left, place, bullets, _ = state
    mine, used = split(action)
    other, other_used = split(reply)
    if mine == "load":
        bullets = min(MAX_BULLETS, bullets + 1)
    else:
        bullets -= used
    next_state = [turns_left - 1, (place + 1) % len(PLAN), bullets, other]
    return {"state": next_state, "reward": score(mine, used, other, other_used)}


def view(state):
    turns_left, _, bullets, last = state
    return f"Turns left: {turns_left}. Your bullets: {bullets}. The opponent's last move: {last}."
