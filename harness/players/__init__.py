"""Players: chat models, builtin ones, and solvers."""
