"""The abstract puzzles: statements, worlds, generation, reasoning and perturbation, without a word of language."""
