"""`builtin/solver`: players that need no model and explore well; what planning achieves, family by family."""

from __future__ import annotations

from boxwright.harness.players.solvers.player import SOLVERS, SolverPlayer, known
from boxwright.harness.players.solvers.strategy import Known

__all__ = ["SOLVERS", "Known", "SolverPlayer", "known"]
