"""Golden transcripts: whole conversations of a scripted player, stored with the revisions under which they were played.

What is read from each of many written forms is kept in the same way (`replies.json`). `python -m tests.golden` writes
what is missing or was made under earlier revisions, and refuses the rest.
"""
