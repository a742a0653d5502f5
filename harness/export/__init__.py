"""Export: our environments and what was played in them, in the forms of other tools."""
