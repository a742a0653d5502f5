"""Evaluation: what is played, by whom, and where the results are stored."""
