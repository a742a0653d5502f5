"""Make docs/inspect.png: an episode in `inspect view`. A script plays, by Inspect's mock model; no model was asked.

.venv-inspect/bin/python docs/inspect_picture.py     (the environment is made by .ci/interfaces; needs Chromium)
"""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import websockets
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from boxwright.harness.export.inspect_task import turn_at_shot

HERE = Path(__file__).resolve().parent
BOX = "encryption/char_to_num"
WAIT = 15.0
"""Seconds for the page to load what it shows."""


def reply(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
    """Ask for all letters in two queries, then write each letter's place in the alphabet."""
    text = messages[-1].text
    if "Test " in text:
        plaintext = text.rpartition("Plaintext: ")[2].splitlines()[0].strip().lower()
        said = "ANSWER: " + " ".join(str(ascii_lowercase.index(c) + 1) if c != " " else "" for c in plaintext)
    else:
        said = f"QUERY: {ascii_lowercase[:13] if 'Turn 1' in text else ascii_lowercase[13:]}"
    output = ModelOutput.from_content("mockllm/model", said)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1)
    return output


async def photograph(address: str, target: Path, browser: str, scratch: Path) -> None:
    """Open a page, wait, and save what is seen."""
    port = free_port()
    switches = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"]
    command = [browser, *switches, f"--remote-debugging-port={port}", f"--user-data-dir={scratch}", address]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        await asyncio.sleep(WAIT)
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        page = next(page for page in pages if page["type"] == "page")
        async with websockets.connect(page["webSocketDebuggerUrl"], max_size=None) as talk:
            await talk.send(json.dumps({"id": 1, "method": "Page.captureScreenshot"}))
            picture = json.loads(await talk.recv())["result"]["data"]
        target.write_bytes(base64.b64decode(picture))
        process.terminate()


def wait_for(port: int) -> None:
    """Return when somebody listens at a port."""
    while True:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def main() -> None:
    """Play, show, save."""
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if browser is None:
        sys.exit("no Chromium is installed: the picture is as it was")
    with tempfile.TemporaryDirectory() as scratch:
        logs = Path(scratch) / "logs"
        model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
        inspect_eval(
            turn_at_shot(boxes=BOX, turns=2, samples=3, seed=3), model=model, log_dir=str(logs), display="none"
        )
        (log,) = logs.glob("*.eval")
        port = free_port()
        shows = [
            str(Path(sys.executable).parent / "inspect"),
            "view",
            "start",
            "--log-dir",
            str(logs),
            "--port",
            str(port),
        ]
        with subprocess.Popen(shows, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as view:
            wait_for(port)
            name = BOX.replace("/", "%2F")
            address = f"http://127.0.0.1:{port}/#/logs/{log.name}/samples/sample/{name}/1/messages"
            asyncio.run(photograph(address, HERE / "inspect.png", browser, Path(scratch) / "profile"))
            view.terminate()


if __name__ == "__main__":
    main()
