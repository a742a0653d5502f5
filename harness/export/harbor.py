"""Harbor task folders: an instruction, the environment behind MCP in a container of its own, a verifier apart.

The agent's container has no code of the box. It reaches the service `box`, and no other host, over MCP; that allows one
episode of one seed. When the agent is done, Harbor lets `box` write its score to a file, and hands that file to the
verifier, which runs in a container of its own: nothing that the agent can write counts.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

from boxwright.blackboxes.files import folder_replaced

SCHEMA = "1.4"
PORT = 8_000
SCORE = "/score.json"
_INSTRUCTION = """\
# Find out how it works

The MCP server `box` holds an environment that follows a hidden rule: `{identifier}`.

1. Call the tool `start` with environment `{identifier}`. It returns the introduction and the name of your episode.
2. Explore with the tool `query`: {turns} turns at most.
3. Then {samples} test samples come, one by one. Reply to each with the tool `answer`; you have {shots} per sample.

The tool `status` says how far you are. One episode can be begun, so do not waste it. Your score is the mean over the
test samples.
"""
_TASK = """\
schema_version = {schema}
artifacts = [{{ source = "{score}", service = "box" }}]

[task]
name = {name}
version = {version}

[metadata]
environment = {identifier}
turns = {turns}
shots = {shots}
samples = {samples}
seed = {seed}

[agent]
timeout_sec = 3600.0

[verifier]
timeout_sec = 120.0
environment_mode = "separate"

[[verifier.collect]]
service = "box"
command = "python /score.py > {score}"

[verifier.environment]
network_mode = "no-network"

[environment]
network_mode = "allowlist"
allowed_hosts = ["box"]
cpus = 1
memory_mb = 2048

[[environment.mcp_servers]]
name = "box"
transport = "streamable-http"
url = "http://box:{port}/mcp"
"""
_COMPOSE = """\
services:
  main:
    build: .
    depends_on: [box]
  box:
    build: ./box
    networks: [default]
"""
_AGENT = """\
FROM debian:bookworm-slim
WORKDIR /work
"""
_BOX = """\
FROM python:3.12-slim
RUN pip install --no-cache-dir 'boxwright[mcp]=={version}'
COPY score.py /score.py
CMD ["boxwright", "mcp", "--boxes", {identifier}, "--turns", "{turns}", "--shots", "{shots}", \\
     "--samples", "{samples}", "--seed", "{seed}", "--episodes", "1", "--http", "0.0.0.0:{port}", "--sandbox", "local"]
"""
_READ = """\
# The score of the one episode, as the server in this container has it.
import json
import urllib.request

with urllib.request.urlopen("http://127.0.0.1:{port}/score") as answer:
    print(json.dumps({{"reward": json.load(answer)["score"]}}))
"""
_VERIFIER = """\
FROM debian:bookworm-slim
COPY test.sh /tests/test.sh
"""
_TEST = """\
#!/bin/sh
# The score that the box's service wrote after the agent had ended.
set -eu
mkdir -p /logs/verifier
cp {score} /logs/verifier/reward.json
"""
_SOLUTION = """\
#!/bin/sh
# There is no solution to run: the rule is hidden, and has to be found through the tools.
exit 1
"""


def write_task(identifier: str, out: Path, *, turns: int, shots: int, samples: int, seed: int) -> Path:
    """Write one environment's task folder below `out`, whole or not at all; return it. Raises: OSError."""
    plural = "one shot" if shots == 1 else f"{shots} shots"
    values = {"identifier": identifier, "turns": turns, "samples": samples, "seed": seed, "port": PORT, "score": SCORE}
    quoted = {**values, "identifier": json.dumps(identifier), "shots": shots, "version": version("boxwright")}
    name = identifier.replace("/", "-").replace("_", "-")
    files = {
        "instruction.md": _INSTRUCTION.format(**values, shots=plural),
        "task.toml": _TASK.format(
            **{**quoted, "version": json.dumps(version("boxwright"))},
            schema=json.dumps(SCHEMA),
            name=json.dumps(f"boxwright/{name}"),
        ),
        "environment/docker-compose.yaml": _COMPOSE,
        "environment/Dockerfile": _AGENT,
        "environment/box/Dockerfile": _BOX.format(**quoted),
        "environment/box/score.py": _READ.format(port=PORT),
        "tests/Dockerfile": _VERIFIER,
        "tests/test.sh": _TEST.format(score=SCORE),
        "solution/solve.sh": _SOLUTION,
    }
    folder = out / name
    with folder_replaced(folder) as staged:
        for path, text in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_text(text, encoding="utf-8")
            if path.endswith(".sh"):
                (staged / path).chmod(0o755)
    return folder
