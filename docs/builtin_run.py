"""Make docs/builtin-run.md and docs/report.png: the builtin players over everything shipped, at two settings.

.venv/bin/python docs/builtin_run.py [RUN]     (a RUN of the same command is not played again)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOXWRIGHT = str(Path(sys.executable).parent / "boxwright")
EVAL = (
    *("eval", "--models", "builtin/oracle,builtin/random,builtin/constant,builtin/echo", "--boxes", "all"),
    *("--settings", "5@1,10@2", "--samples", "6", "--runs", "2", "--seed", "16"),
)
SHOT = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1280,1500"),
)
INTRODUCTION = """# The builtin players on everything shipped

Written by `python docs/builtin_run.py`, which runs

```
boxwright {command} --out results/builtin
boxwright report results/builtin --details --markdown
boxwright report results/builtin --html results/builtin.html --figures results/figures --tables results/tables
```

No model was asked. `builtin/oracle` is given the truths, the others learn nothing: these are the ends of the scale, and
what chance reaches. All tables below are what the second command prints. The third writes the page, which the picture
shows at its beginning, each figure as SVG and PDF, and the tables as CSV, LaTeX and Parquet.

![The page of the run](report.png)

"""


def main() -> None:
    """Play unless a run is given, and write the page and the picture."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(scratch) / "run"
        if not folder.exists():
            subprocess.run([BOXWRIGHT, *EVAL, "--out", str(folder)], check=True)
        write(folder, INTRODUCTION.format(command=" ".join(EVAL)), HERE / "builtin-run.md", HERE / "report.png")


def write(folder: Path, introduction: str, target: Path, picture: Path) -> None:
    """Write a run's tables behind an introduction, and the picture of its page."""
    report = [BOXWRIGHT, "report", str(folder)]
    told = subprocess.run([*report, "--details", "--markdown"], check=True, capture_output=True, text=True)
    target.write_text(introduction + told.stdout.rstrip() + "\n", encoding="utf-8")
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if browser is None:
        sys.exit("no Chromium is installed: the picture is as it was")
    with tempfile.TemporaryDirectory() as scratch:
        page = Path(scratch) / "page.html"
        subprocess.run([*report, "--html", str(page)], check=True)
        profile = f"--user-data-dir={Path(scratch) / 'profile'}"
        shot = f"--screenshot={picture}"
        subprocess.run([browser, *SHOT, profile, shot, page.as_uri()], check=True, capture_output=True)


if __name__ == "__main__":
    main()
