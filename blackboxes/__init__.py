"""Black-boxes: descriptions, families (the trusted side) and the boxes that the loop accepted."""

if __name__ != "boxwright.blackboxes":
    raise ImportError("import boxwright.blackboxes, not blackboxes: what installs is one name, boxwright")
