"""The harness: episodes of turn@shot, gates, registry, evaluation, store and report."""

if __name__ != "boxwright.harness":
    raise ImportError("import boxwright.harness, not harness: what installs is one name, boxwright")
