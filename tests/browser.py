"""A real browser, driven as a person would: it opens pages, presses keys, and says what went wrong on them."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

PROGRAM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
needs_browser = pytest.mark.skipif(PROGRAM is None, reason="needs chromium (chromium-headless-shell of Debian)")


class Browser:
    """One page of a headless Chromium, over its DevTools protocol."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._stack = ExitStack()
        self._number = 0
        self._loaded = 0
        self.faults: list[str] = []
        """Exceptions of scripts, and errors in the console."""

    def __enter__(self) -> Browser:
        words = [str(PROGRAM), *FLAGS, f"--user-data-dir={self._profile}", "--remote-debugging-port=0", "about:blank"]
        process = self._stack.enter_context(
            subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
        )
        self._stack.callback(os.killpg, process.pid, signal.SIGKILL)  # the program may be a script that starts another
        assert process.stderr is not None
        found = next(f for line in process.stderr if (f := re.search(r"ws://([^/]+)/", line)))
        with urllib.request.urlopen(f"http://{found[1]}/json", timeout=30) as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        self._talk = self._stack.enter_context(connect(page["webSocketDebuggerUrl"], max_size=None))
        for part in ("Page", "Runtime", "Log", "Network"):
            self._do(f"{part}.enable")
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def _do(self, method: str, **given: Any) -> dict[str, Any]:
        self._number += 1
        self._talk.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while (said := self._hear()).get("id") != self._number:
            pass
        assert "error" not in said, said
        return dict(said["result"])

    def _hear(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self._talk.recv(timeout=60))
        method, given = said.get("method"), said.get("params", {})
        self._loaded += method == "Page.loadEventFired"
        if method == "Runtime.exceptionThrown":
            self.faults.append(str(given["exceptionDetails"]))
        if method == "Log.entryAdded" and given["entry"]["level"] == "error" and "favicon" not in str(given):
            self.faults.append(str(given["entry"]))
        return said

    def open(self, address: str, width: int = 1280, height: int = 900) -> None:
        """Open an address in a window of this size, and wait until it is loaded."""
        self._do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        before = self._loaded
        self._do("Page.navigate", url=address)
        self._wait(before)

    def dark(self, dark: bool) -> None:
        """Prefer dark pages, or light ones."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._do("Emulation.setEmulatedMedia", features=[scheme])

    def without_scripts(self) -> None:
        """Run no JavaScript of pages any more."""
        self._do("Emulation.setScriptExecutionDisabled", value=True)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self._do("Input.insertText", text=text)

    def press(self, key: str, *, loads: bool = False) -> None:
        """Press a key; if it `loads` another page, wait for that."""
        before = self._loaded
        text = {"Enter": {"text": "\r"}, " ": {"text": " "}}.get(key, {})
        code = {"Enter": 13, "Tab": 9, " ": 32}[key]
        for kind in ("keyDown", "keyUp"):
            self._do("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)
            text = {}
        if loads:
            self._wait(before)

    def says(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript on the page."""
        found = self._do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def becomes(self, expression: str, wanted: object) -> bool:
        """Whether an expression of JavaScript has a value soon; what follows a load, as the focus, takes a moment."""
        end = time.monotonic() + 20
        while (found := self.says(expression)) != wanted and time.monotonic() < end:
            time.sleep(0.05)
        return bool(found == wanted)

    def picture(self, path: Path) -> None:
        """Write what is seen as PNG."""
        path.write_bytes(base64.b64decode(self._do("Page.captureScreenshot")["data"]))

    def _wait(self, before: int) -> None:
        while self._loaded == before:
            self._hear()
