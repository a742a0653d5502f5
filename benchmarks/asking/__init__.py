"""Players and formulas that `benchmarks/asked.py` measures."""
