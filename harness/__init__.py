"""The harness: episodes of turn@shot, gates, registry, evaluation, store and report."""
