"""Make demo.svg, mcp.svg and first-box.svg: run a command in a terminal of its own and draw what it printed.

.venv/bin/python docs/picture.py
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

WIDTH = 120
HERE = Path(__file__).resolve().parent


def main() -> None:
    """Draw all three."""
    python = Path(sys.executable)
    draw([str(python.parent / "boxwright"), "demo"], "make demo", "boxwright demo", HERE / "demo.svg")
    draw(
        [str(python), "docs/mcp_agent.py"],
        "python docs/mcp_agent.py",
        "an agent at a box through MCP",
        HERE / "mcp.svg",
    )
    draw(
        [str(python), "docs/first_box.py"],
        "python docs/first_box.py",
        "from a sentence to a score",
        HERE / "first-box.svg",
    )


def draw(command: list[str], shown: str, title: str, picture: Path) -> None:
    """Run a command, shown as `shown`, and write the picture of what it printed."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(WIDTH), "TERM": "xterm-256color", "TTY_INTERACTIVE": "0"}
    process = subprocess.Popen(
        command, stdout=follower, stderr=follower, cwd=HERE.parent, env=environment, close_fds=True
    )
    os.close(follower)
    printed = b""
    while chunk := _read(leader):
        printed += chunk
    if process.wait() != 0:
        sys.exit(printed.decode())
    screen = Console(record=True, width=WIDTH, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    screen.print(Text(f"$ {shown}", style="bold"))
    lines = printed.decode().replace("\r\n", "\n").rstrip().split("\n")
    screen.print(Text.from_ansi("\n".join(line.split("\r")[-1] for line in lines)))
    svg = screen.export_svg(title=title, theme=MONOKAI)
    picture.write_text(_without_fonts(svg), encoding="utf-8")


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the terminal's other end was closed: the program ended
        return b""


def _without_fonts(svg: str) -> str:
    """Leave out the web fonts: the picture must load nothing."""
    while "@font-face" in svg:
        start = svg.index("@font-face")
        svg = svg[:start] + svg[svg.index("}", start) + 1 :]
    return svg.replace("Fira Code,", "")


if __name__ == "__main__":
    main()
