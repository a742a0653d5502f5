"""`boxwright knowlogic`, one module per subject."""
