"""Playing: the environment, its conversations, the reading of answers, and its builtin players."""
