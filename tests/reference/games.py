"""Games written from their descriptions: starts, actions, the opponent's ways, what a move brings."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
SEVEN = ("rock", "paper", "scissors", "fire", "water", "air", "sponge")
RING = ("rock", "water", "air", "paper", "sponge", "scissors", "fire")
"""Each is beaten by the next three in the ring."""


def beats(first: str, second: str) -> bool:
    """Whether the first of the seven beats the second."""
    return (RING.index(first) - RING.index(second)) % 7 in (1, 2, 3)


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


class BeatLast:
    """Rock, paper, scissors of seven; the opponent beats the player's last move."""

    @staticmethod
    def start(settings: State) -> State:
        """All turns to play."""
        return {"left": settings["turns"], "last": "none", "seen": "none"}

    @staticmethod
    def actions(state: State) -> list[str]:
        """The seven."""
        return list(SEVEN) if state["left"] else []

    @staticmethod
    def opponent(state: State) -> dict[str, Any]:
        """Rock, then the first of the seven that beats the last move."""
        if state["last"] == "none":
            return {"rock": 1}
        return {next(move for move in SEVEN if beats(move, state["last"])): 1}

    @staticmethod
    def play(state: State, action: str, reply: str) -> tuple[int, State]:
        """A turn won or lost."""
        reward = int(beats(action, reply)) - int(beats(reply, action))
        return reward, {"left": state["left"] - 1, "last": action, "seen": reply}

    @staticmethod
    def view(state: State) -> str:
        """Turns left and the last reply."""
        return f"{state['left']} turn(s) left. The opponent's last move: {state['seen']}."


class AntiRandom:
    """Rock, paper, scissors the wrong way round against a coin between rock and scissors."""

    @staticmethod
    def start(settings: State) -> State:
        """All turns to play."""
        return {"left": settings["turns"], "seen": "none"}

    @staticmethod
    def actions(state: State) -> list[str]:
        """The three."""
        return ["rock", "paper", "scissors"] if state["left"] else []

    @staticmethod
    def opponent(state: State) -> dict[str, Any]:
        """Heads or tails."""
        return {"rock": 0.5, "scissors": 0.5}

    @staticmethod
    def play(state: State, action: str, reply: str) -> tuple[int, State]:
        """Paper beats scissors, rock beats paper, scissors beat rock."""
        order = ["rock", "scissors", "paper"]  # each is beaten by the next
        step = (order.index(action) - order.index(reply)) % 3
        return (0, 1, -1)[step], {"left": state["left"] - 1, "seen": reply}

    @staticmethod
    def view(state: State) -> str:
        """As in BeatLast."""
        return BeatLast.view(state)


class LoadShootSmart:
    """Load, shoot, defend against an opponent that gathers bullets until it is provoked."""

    @staticmethod
    def start(settings: State) -> State:
        """Nobody has bullets."""
        drill = 3 if settings["turns"] < 10 else 6
        state: State = {"left": settings["turns"], "mine": 0, "theirs": 0, "drill": drill, "phase": "load"}
        return {**state, "loaded": 0, "shot": False, "seen": "none"}

    @staticmethod
    def actions(state: State) -> list[str]:
        """Load, and what the bullets allow."""
        if not state["left"]:
            return []
        numbers = range(1, state["mine"] + 1)
        return ["load", *(f"shoot {n}" for n in numbers), *(f"defend {n}" for n in numbers)]

    @staticmethod
    def opponent(state: State) -> dict[str, Any]:
        """Never draws."""
        if state["phase"] == "shoot":
            return {f"shoot {min(2, state['theirs'])}": 1}
        return {"load": 1}

    @staticmethod
    def play(state: State, action: str, reply: str) -> tuple[int, State]:
        """Settle the turn, then the opponent's mood."""
        (kind, x), (other, y) = split(action), split(reply)
        mine = min(8, state["mine"] + 1) if kind == "load" else state["mine"] - x
        theirs = min(8, state["theirs"] + 1) if other == "load" else state["theirs"] - y
        shot = state["shot"] or kind == "shoot"
        loaded = state["loaded"] + 1 if state["phase"] == "load" else 0
        phase = state["phase"]
        if phase == "load" and (shot or loaded == state["drill"]):
            phase, loaded = "wait", 0
        if phase == "wait" and (shot or theirs == 8):
            phase = "shoot"
        elif phase == "shoot" and theirs == 0:
            phase, loaded, shot = "load", 0, False
        after = {**state, "left": state["left"] - 1, "mine": mine, "theirs": theirs, "phase": phase}
        after |= {"loaded": loaded, "shot": shot, "seen": reply}
        return outcome(kind, x, other, y), after

    @staticmethod
    def view(state: State) -> str:
        """Own bullets are shown."""
        return (
            f"{state['left']} turn(s) left. You have {state['mine']} bullet(s). "
            f"The opponent's last move: {state['seen']}."
        )


def split(move: str) -> tuple[str, int]:
    """Return kind and number of bullets."""
    kind, _, number = move.partition(" ")
    return kind, int(number or 0)


def outcome(kind: str, x: int, other: str, y: int) -> int:
    """What a turn brings the player: the opponent loads or shoots."""
    if other == "load":
        return int(kind == "shoot")
    return {"load": -1, "shoot": sign(x - y), "defend": 1 if x >= y else -1}[kind]


class CardsSlice:
    """Higher card wins; the opponent plays its piles in a fixed order, each in random order."""

    @staticmethod
    def start(settings: State) -> State:
        """Both hold all cards."""
        cards = settings["cards"]
        return {"cards": cards, "mine": list(range(1, cards + 1)), "theirs": list(range(1, cards + 1))}

    @staticmethod
    def actions(state: State) -> list[str]:
        """The cards in hand."""
        return [str(card) for card in state["mine"]]

    @staticmethod
    def opponent(state: State) -> dict[str, Any]:
        """The rest of the first pile that is not used up."""
        small, larger = divmod(state["cards"], 4)
        piles, low = [], 1
        for pile in range(4):
            high = low + small + (1 if pile < larger else 0)
            piles.append([str(card) for card in range(low, high) if card in state["theirs"]])
            low = high
        rest = next((piles[pile] for pile in (1, 3, 0, 2) if piles[pile]), [])
        return {card: 1 / len(rest) for card in rest}

    @staticmethod
    def play(state: State, action: str, reply: str) -> tuple[int, State]:
        """Both cards are used up."""
        mine = [card for card in state["mine"] if str(card) != action]
        theirs = [card for card in state["theirs"] if str(card) != reply]
        return sign(int(action) - int(reply)), {**state, "mine": mine, "theirs": theirs}

    @staticmethod
    def view(state: State) -> str:
        """The hand, and what was seen of the other one."""
        gone = [card for card in range(1, state["cards"] + 1) if card not in state["theirs"]]
        shown = [", ".join(map(str, cards)) or "none" for cards in (state["mine"], gone)]
        return f"Your cards: {shown[0]}. Cards that the opponent has played: {shown[1]}."


GAMES: dict[str, Any] = {
    "game/anti_rps_random": AntiRandom,
    "game/comparing_cards_slice": CardsSlice,
    "game/load_shoot_defend_smart": LoadShootSmart,
    "game/rps7_beat_last": BeatLast,
}
