"""Which reference stands for which shipped description."""

from __future__ import annotations

from tests.reference import ciphers
from tests.reference.circuits import CIRCUITS
from tests.reference.forms import Game, Reference, of_function, of_game, of_puzzle, of_runs, of_sessions
from tests.reference.games import GAMES
from tests.reference.motions import MOTIONS
from tests.reference.puzzles import PUZZLES
from tests.reference.runs import RUNS
from tests.reference.sessions import SESSIONS

FUNCTIONS = {
    **CIRCUITS,
    **MOTIONS,
    "encryption/card_deck": ciphers.card_deck,
    "encryption/char_to_num": ciphers.char_to_num,
    "encryption/dynamic_curve_cipher": ciphers.dynamic_curve,
    "encryption/fib_cipher": ciphers.fibonacci,
    "encryption/hill_cipher": ciphers.hill,
    "encryption/playfair_cipher": ciphers.playfair,
    "encryption/zigzag_cipher": ciphers.rail_fence,
}
"""Families with one function."""

REFERENCES: dict[str, Reference] = {
    **{name: of_puzzle(rule.feedback, rule.solution, rule.new_hidden) for name, rule in PUZZLES.items()},
    **{name: of_game(Game(r.start, r.actions, r.opponent, r.play, r.view)) for name, r in GAMES.items()},
    **{name: of_sessions(rule.open, rule.explore, rule.questions) for name, rule in SESSIONS.items()},
    **{identifier: of_function(rule) for identifier, rule in FUNCTIONS.items()},
    **{identifier: of_runs(run) for identifier, run in RUNS.items()},
}
