"""Handwritten modules for the starter descriptions of `boxwright new`: what a coder should arrive at."""

from __future__ import annotations

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.prompts import load_prompt
from tests.conftest import CAESAR, describe

CIRCUIT = """\
def describe():
    return {"inputs": 3, "gates": 4}

def blackbox(bits):
    x1, x2, x3 = bits
    g1 = x1 & x2
    g2 = g1 | g1
    g3 = 1 - x3
    return [g1, g2, g3, g2 & g3]
"""
PHYSICS = """\
def describe():
    return {"objects": ["ball"]}

def blackbox(t):
    t = min(t, 10.0)
    return {"ball": [3 * t, 500 - 5 * t * t, 0]}
"""
CODE = """\
def describe():
    return {"inputs": {"n": "int", "items": "list"}, "checkpoints": 2}

def run(checkpoint, n, items):
    s = n
    for i in range(len(items)):
        s += items[i]
        checkpoint(1, s=s, i=i)
    h = s / 2
    checkpoint(2, s=s, h=h)
"""
PUZZLE = """\
import random

def new_hidden(seed):
    return {"number": random.Random(seed).randint(0, 100)}

def feedback(hidden, query, turn):
    return "Far" if abs(query - hidden["number"]) > 15 else "Close"

def solution(hidden):
    return hidden["number"]
"""
GAME = """\
BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}

def start(settings):
    return {"left": settings["turns"], "last": "none"}

def actions(state):
    return ["rock", "paper", "scissors"] if state["left"] else []

def opponent(state):
    if state["last"] == "none":
        return {"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3}
    return {BEATEN_BY[state["last"]]: 3 / 4, state["last"]: 1 / 4}

def play(state, action, reply):
    reward = 1 if BEATEN_BY[reply] == action else 0
    return {"state": {"left": state["left"] - 1, "last": action}, "reward": reward}

def view(state):
    return f"Turns left: {state['left']}."
"""
FREEFORM = """\
def open(seed):
    return 0

def explore(state, text):
    after = (state + text.count("a")) % 5
    return {"state": after, "feedback": ["nil", "one", "two", "three", "four"][after]}

def questions(state, seed, count):
    result = []
    for number in range(count):
        text = format((seed + 7 * number) % 64, "06b").replace("0", "a").replace("1", "b")
        word = explore(state, text)["feedback"]
        result.append({"prompt": f"What comes back for {text}?", "answer": word, "comparator": "text"})
    return result
"""

STARTERS = {
    "encryption": CAESAR,
    "circuit": CIRCUIT,
    "physics": PHYSICS,
    "code": CODE,
    "puzzle": PUZZLE,
    "game": GAME,
    "freeform": FREEFORM,
}
"""A module for the starter of each family."""


def starter(family: str) -> Description:
    """Return the family's starter description."""
    sections = load_prompt(f"players/{family}").sections
    name = f"{family}/starter"
    return describe(name, sections["starter"] + "\n", sections["starter_rule"], sections.get("starter_public", ""))
