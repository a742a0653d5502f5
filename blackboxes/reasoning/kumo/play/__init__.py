"""Playing KUMO: the environment, its conversations, its settings."""
