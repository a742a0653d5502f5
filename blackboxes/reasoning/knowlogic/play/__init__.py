"""Playing KnowLogic: the environment, its conversations, its settings, its players."""
