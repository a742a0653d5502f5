"""Sentences in two languages from one semantic form, and back."""
