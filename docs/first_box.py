"""From a sentence to a score: three commands in a new folder; the models' replies are recorded, everything else runs.

.venv/bin/python docs/first_box.py
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
BOX = "circuit/odd_ones_in_a_ring"
SENTENCE = (
    "Six switches in a ring and a lamp for every switch, which is on when the switch differs "
    "from both of its neighbours."
)
COMMANDS = (
    f'draft "{SENTENCE}" --model replay --recording draft.jsonl',
    f"build {BOX} --model replay --recordings builds",
    f"eval --models builtin/solver,builtin/random --boxes {BOX} --turns 20 --shots 2 --runs 3 --out first",
)


def main() -> None:
    """Run the commands in a folder that holds the recordings and nothing else."""
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "boxwright.yaml").write_text("collection: none\n", encoding="utf-8")
        shutil.copyfile(ROOT / "tests" / "data" / "drafts" / "07.jsonl", place / "draft.jsonl")
        (place / "builds" / BOX).mkdir(parents=True)
        build = ROOT / "blackboxes" / "accepted" / BOX / "recording.jsonl"
        shutil.copyfile(build, place / "builds" / BOX / "recording.jsonl")
        for command in COMMANDS:
            console.print(Text(f"$ boxwright {command}", style="bold"))
            boxwright = Path(sys.executable).parent / "boxwright"
            subprocess.run([str(boxwright), *shlex.split(command)], cwd=place, check=True)
            console.print()


if __name__ == "__main__":
    main()
