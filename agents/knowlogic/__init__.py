"""Filling KnowLogic's knowledge base by models: one proposes things, another reads their names alone."""
