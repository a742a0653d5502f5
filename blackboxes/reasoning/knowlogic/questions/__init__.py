"""Questions: drawing clues and options, certificates, derivations, levels."""
