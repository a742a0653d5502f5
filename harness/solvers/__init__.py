"""`builtin/solver`: players that need no model and explore well; what planning achieves, family by family."""

from __future__ import annotations

from harness.solvers.player import SOLVERS, SolverPlayer, known
from harness.solvers.strategy import Known

__all__ = ["SOLVERS", "Known", "SolverPlayer", "known"]
