"""Make docs/claude-run.md and docs/claude-run.png of a finished run in which a Claude model answered through the relay.

.venv/bin/python -m docs.claude_run RUN
"""

from __future__ import annotations

import sys
from pathlib import Path

from docs.builtin_run import HERE, write

BOXES = (
    "encryption/zigzag_cipher,encryption/caesar_cipher,encryption/playfair_cipher,circuit/and_tree,circuit/compare,"
    "physics/uniform_motion,physics/conical_pendulum,code/quicksort_recursion,puzzle/wordle,"
    "freeform/cellular_automaton,knights/puzzles,knowlogic/mixed"
)
INTRODUCTION = f"""# A Claude model on a dozen boxes

One session of a Claude model answered all 218 requests through the [relay](relay.md), six episodes at a time, from the
texts alone: no code, no files, no other tools. It is a model of the family that also answered in the builds of these
boxes, in other sessions. **Six boxes were not played blind** (zigzag, caesar, playfair, and_tree, compare, quicksort):
the names of the relay's files held their ids, as the player itself reported. It did not read them for the other six,
and the relay hides them now. Twelve boxes and 48 test samples say that the way from a model to a page works; they
rank nobody.

```
boxwright eval --models relay/claude --boxes '{BOXES}' \\
    --turns 10 --samples 4 --confidence --seed 22 --concurrency 6 --out results/claude
python -m docs.claude_run results/claude
```

![The page of the run](claude-run.png)

"""

if __name__ == "__main__":
    write(Path(sys.argv[1]), INTRODUCTION, HERE / "claude-run.md", HERE / "claude-run.png")
