"""Travels into the sandbox ahead of each module of the `game` family, as text: games without chance, games by moves."""

from copy import deepcopy as boxwright_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def chance(state: "Any") -> "dict[str, float] | None":
    """Nothing is drawn before the player moves, unless the module says otherwise."""
    return None


def boxwright_look(state: "Any") -> "dict[str, Any]":
    """Return everything about a state in one call: its moves are [action or None, reply or event, what play gives]."""
    named = globals()
    events = named["chance"](boxwright_copy(state))
    if events is not None:
        offered, shares = [None], events
        looked = {"chance": events, "actions": [], "opponent": {}, "reads": ""}
    else:
        offered = named["actions"](boxwright_copy(state))
        shares = named["opponent"](boxwright_copy(state)) if offered else {}
        looked = {"chance": None, "actions": offered, "opponent": shares, "reads": named["view"](boxwright_copy(state))}
    sound = isinstance(offered, (list, tuple)) and isinstance(shares, dict)
    moves = [(action, reply) for action in offered for reply in shares if shares[reply]] if sound else []
    played = [[action, reply, named["play"](boxwright_copy(state), action, reply)] for action, reply in moves]
    return {**looked, "moves": played}


def boxwright_game(settings: "dict[str, Any]", moves: "list[Any]", replies: "list[str]") -> "dict[str, Any]":
    """Return where a game stands after these moves: what was replied, brought, can be read and done, and the state.

    A reply that is not given must be certain. Moves and replies that there are not are `impossible`, in words.
    """
    named = globals()

    def look(state: "Any") -> "tuple[Any, Any, list[str]]":
        events = named["chance"](boxwright_copy(state))
        return state, events, [] if events is not None else list(named["actions"](boxwright_copy(state)))

    state, events, offered = look(named["start"](boxwright_copy(settings)))
    made: list[str] = []
    gets: list[float] = []
    for number, move in enumerate(moves):
        if events is None and not offered:
            return {"impossible": f"the game is over after {number} moves"}
        if move not in (offered if events is None else [None]):
            return {
                "impossible": f"move {number + 1}, {move!r}, is not offered: {offered if events is None else [None]}"
            }
        shares = named["opponent"](boxwright_copy(state)) if events is None else events
        likely = [name for name, share in shares.items() if share]
        if number >= len(replies) and len(likely) != 1:
            return {"impossible": f"the reply to move {number + 1} is drawn, so it must be given: {shares}"}
        reply = replies[number] if number < len(replies) else likely[0]
        if reply not in likely:
            return {"impossible": f"reply {number + 1}, {reply!r}, cannot come: {shares}"}
        after = named["play"](boxwright_copy(state), move, reply)
        if not isinstance(after, dict) or set(after) != {"state", "reward"}:
            return {"impossible": 'play() must return {"state": ..., "reward": number}'}
        made.append(reply)
        gets.append(after["reward"])
        state, events, offered = look(after["state"])
    return {
        "replies": made,
        "gets": gets,
        "chance": events,
        "reads": named["view"](boxwright_copy(state)) if events is None else "",
        "actions": offered,
        "opponent": named["opponent"](boxwright_copy(state)) if offered else {},
        "state": state,
    }
