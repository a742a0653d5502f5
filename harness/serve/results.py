"""What was scored in hosted episodes, appended to a file: one line of JSON per episode, without truths."""

from __future__ import annotations

import json
import threading
from pathlib import Path

from boxwright.harness.serve.hosted import Hosted


class ResultLines:
    """Appends a line per finished episode; the file is opened at once, so that a path that cannot be used is told."""

    def __init__(self, path: Path) -> None:
        """Raises: OSError."""
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Lock()

    def __call__(self, hosted: Hosted) -> None:
        """Append a line. Raises: OSError."""
        heard = hosted.heard()
        line = {
            "environment": hosted.key.box,
            "run": hosted.key.run,
            "score": heard.score,
            "outcomes": dict(heard.outcomes or {}),
            "turns": sum(not turn.lost for turn in hosted.record.turns),
        }
        with self._lock:
            self._file.write(json.dumps(line, sort_keys=True) + "\n")
            self._file.flush()
