"""Black-boxes: descriptions, families (the trusted side) and the boxes that the loop accepted."""
