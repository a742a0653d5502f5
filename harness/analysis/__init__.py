"""Analysis: from episodes to figures; nothing here prints."""
