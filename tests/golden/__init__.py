"""Golden transcripts: whole conversations of a scripted player, stored with the revisions under which they were played.

`python -m tests.golden` writes what is missing or was played under earlier revisions, and refuses the rest.
"""
