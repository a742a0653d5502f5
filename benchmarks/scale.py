"""How close an evaluation comes to the pace of its server, and what a request costs: CPU, memory.

A local server answers each request after a fixed delay, as a provider would; it is no model. The same requests are also
sent by a bare client, in as many threads and in the same run: the floor on this machine. The server is a process of its
own, and uses some of the same processors.

The ideal wall time is what the server alone needs. The requests of an episode follow each other, and an episode that
has begun is played to its end: so many rounds of episodes as are needed (500 at 200 at once: 3) x requests of an
episode x delay. (If episodes could be broken off and gone on with, 500 x 18 requests at 200 at once would take 2.5.)

Run it with `python -m benchmarks.scale [--episodes 500] [--at-once 200] [--delay 1] [--loaded 20000]
[--against CHECKOUT]`. `--against` measures another checkout of Boxwright in the same run, first. `report` and `export`
read so many episodes as `--loaded` says: those that were played, copied. Only ratios within one run mean anything: the
machine and its load decide the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOXES = [f"encryption/{name}" for name in ("zigzag_cipher", "fib_cipher", "char_to_num", "hill_cipher", "card_deck")]
"""Their domain is text; no run has more than a thousand episodes of one."""
TURNS, SAMPLES = 10, 8
REQUESTS = TURNS + SAMPLES
"""Of one episode: each turn and each test sample is one request, because every reply can be read."""
CHILD = """
import json, os, resource, sys, threading, time
from boxwright.cli import run
began, held = time.monotonic(), []
page = resource.getpagesize()

def look():
    while True:
        held.append(int(open("/proc/self/statm").read().split()[1]) * page >> 20)
        time.sleep(0.2)

threading.Thread(target=look, daemon=True).start()
code = run(sys.argv[2:])
own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
facts = {"wall": time.monotonic() - began, "cpu": own.ru_utime + own.ru_stime, "peak": own.ru_maxrss / 1024,
    "sandboxes": others.ru_utime + others.ru_stime, "held": held[len(held) // 4 :: max(1, len(held) // 4)][:3]}
open(sys.argv[1], "w").write(json.dumps(facts))
sys.exit(code)
"""


@dataclass(frozen=True)
class Row:
    """What one command, or the bare client, took."""

    what: str
    wall: float
    """Seconds."""
    cpu: float
    """Seconds of CPU in its own process."""
    peak: float
    """Megabytes of memory."""
    sandboxes: float = 0.0
    """Seconds of CPU of the sandboxes."""
    held: Sequence[int] = ()
    """Megabytes of memory after a quarter, a half and three quarters of the time."""


def _written(said: str) -> bytes:
    """A reply as it goes over the wire: written once, because the server's time is ours as well."""
    message = {"role": "assistant", "content": f"I think about it.\n{said}"}
    usage = {"prompt_tokens": 1_000, "completion_tokens": 9}
    reply = {"model": "m", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    sent = json.dumps({**reply, "usage": usage}).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(sent), sent)


QUERY, ANSWER = _written("QUERY: Words"), _written("ANSWER: Words")


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    """Answer the requests of one connection: queries first, then answers."""
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            at = head.index(b"content-length:") + len(b"content-length:")
            body = await reader.readexactly(int(head[at : head.index(b"\r\n", at)]))
            await asyncio.sleep(delay)
            writer.write(QUERY if body.count(b'"assistant"') < TURNS else ANSWER)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _serve(delay: float) -> None:
    server = await asyncio.start_server(lambda r, w: _answer(r, w, delay), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def serving(delay: float) -> Iterator[str]:
    """Run the server in a process of its own; yield its address."""
    command = [sys.executable, __file__, "--serve", str(delay)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.kill()


def bare(address: str, episodes: int, at_once: int) -> Row:
    """Send the same requests from as many threads, with nothing of Boxwright around them."""
    import httpx2

    limits = httpx2.Limits(max_connections=at_once, max_keepalive_connections=at_once)
    client, numbers = httpx2.Client(limits=limits, timeout=600), count()
    said, heard = "Which plaintext? " * 10, "I think about it.\nQUERY: Words"

    def work() -> None:
        while next(numbers) < episodes:
            messages = [{"role": "user", "content": said * 10}]
            for _ in range(REQUESTS):
                body = json.dumps({"model": "m", "max_tokens": 8_000, "messages": messages}).encode()
                client.post(f"{address}/chat/completions", content=body).raise_for_status().json()
                messages += [{"role": "assistant", "content": heard}, {"role": "user", "content": said}]

    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
    threads = [threading.Thread(target=work) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Row("bare client", time.monotonic() - began, cpu, after.ru_maxrss / 1024)


def command(what: str, checkout: Path, place: Path, *arguments: str) -> Row:
    """Run one command of a checkout in the workspace, and say if it failed. Ends the program where it did not end."""
    facts = place / "facts.json"
    facts.unlink(missing_ok=True)
    run = [sys.executable, "-c", CHILD, str(facts), *arguments]
    done = subprocess.run(
        run,
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(checkout), "BOXWRIGHT_SANDBOX": "local"},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if not facts.exists():
        sys.exit(f"boxwright {arguments[0]} ended with exit code {done.returncode}")
    failed = f" (exit code {done.returncode})" if done.returncode else ""
    return Row(what + failed, **json.loads(facts.read_text()))


def evaluation(name: str, checkout: Path, address: str, options: argparse.Namespace) -> Iterator[Row]:
    """Evaluate, and report and export what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "boxwright.yaml").write_text("")
        listed = f"{{name: here, provider: openai, base_url: '{address}', concurrency: {options.at_once}}}"
        (place / "models.yaml").write_text(f"models:\n  - {listed}\n")
        boxes = BOXES[: math.ceil(options.episodes / 1_000)]
        asked = ["--turns", str(TURNS), "--samples", str(SAMPLES), "--runs", str(options.episodes // len(boxes))]
        asked += ["--concurrency", str(options.at_once), "--budget", "1000000M", "--out", "out"]
        yield command(f"eval{name}", checkout, place, "eval", "--models", "here", "--boxes", ",".join(boxes), *asked)
        _copy_episodes(place / "out" / "results.sqlite", options.loaded)
        yield command(f"report{name}", checkout, place, "report", "out")
        yield command(f"report --html{name}", checkout, place, "report", "out", "--html", "page.html")
        yield command(f"export{name}", checkout, place, "export", "out")


def _copy_episodes(results: Path, wanted: int) -> None:
    """Add copies of the episodes under other numbers, until there are so many."""
    with closing(sqlite3.connect(results)) as db, db:
        (there, most) = db.execute("SELECT count(*), max(run) FROM episodes").fetchone()
        for copy in range(1, math.ceil(wanted / there)):
            rows = "SELECT model, box, run + ?, failed, record, ended, seconds FROM episodes WHERE run <= ? LIMIT ?"
            db.execute(f"INSERT INTO episodes {rows}", (most * copy, most, wanted - there * copy))


def table(rows: list[Row], options: argparse.Namespace) -> list[str]:
    """Return the rows as a Markdown table, in ratios where there is a measure."""
    requests = options.episodes * REQUESTS
    ideal = math.ceil(options.episodes / options.at_once) * REQUESTS * options.delay
    heads = ("", "wall time", "CPU a request", "of its sandboxes", "memory after 1/4, 1/2, 3/4", "peak")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        asks = not row.what.startswith(("report", "export"))
        wall = f"{row.wall / ideal:.2f} of the ideal" if asks else f"{row.wall:.1f} s"
        each = 1000 / (requests if asks else options.loaded)
        cpu = f"{row.cpu * each:.2f} ms{'' if asks else ' an episode'}"
        sandboxes = f"{row.sandboxes * each:.2f} ms" if row.sandboxes else "–"
        held = ", ".join(map(str, row.held)) or "–"
        lines.append(f"| {row.what} | {wall} | {cpu} | {sandboxes} | {held} | {row.peak:.0f} MB |")
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=200)
    parser.add_argument("--delay", type=float, default=1.0, help="Seconds until the server answers.")
    parser.add_argument("--loaded", type=int, default=20_000, help="Episodes that are reported and exported.")
    parser.add_argument("--against", type=Path, help="Another checkout, measured in the same run.")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    options: Any = parser.parse_args()
    if options.serve is not None:
        asyncio.run(_serve(options.serve))
        return
    with serving(options.delay) as address:
        rows = [bare(address, options.episodes, options.at_once)]
        if options.against:
            rows += evaluation(f", {options.against.name}", options.against.resolve(), address, options)
        rows += evaluation("", ROOT, address, options)
    what = f"{options.episodes:,} episodes of {TURNS}@1, {options.at_once} at once, a server of {options.delay:g} s"
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{what}; {os.cpu_count()} cores, load {load}", file=sys.stderr)
    print("\n".join(table(rows, options)))


if __name__ == "__main__":
    main()
