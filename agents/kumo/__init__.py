"""KUMO's model stages: domains and knowledge books, written by models and checked without one."""
