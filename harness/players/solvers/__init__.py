"""`builtin/solver`: players that need no model and explore well; what planning achieves, family by family."""
