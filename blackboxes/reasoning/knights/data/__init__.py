"""Puzzles as data: rows with their proofs, splits, wrong chains, and export for training."""
