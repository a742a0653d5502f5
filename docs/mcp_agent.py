"""A scripted agent at a box through MCP: it asks for every letter's number, and encrypts with what it found.

.venv/bin/python docs/mcp_agent.py
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from rich.console import Console
from rich.text import Text

SERVER = (str(Path(sys.executable).parent / "boxwright"), "mcp", "--boxes", "encryption/char_to_num")
SETTINGS = ("--turns", "2", "--samples", "3", "--seed", "3")
console = Console(highlight=False)


async def main() -> None:
    """Explore with two queries, then answer the test samples."""
    async with Client(stdio_client(StdioServerParameters(command=SERVER[0], args=[*SERVER[1:], *SETTINGS]))) as client:
        heard = await call(client, "start", environment="encryption/char_to_num")
        episode, table = heard["episode"], {}
        for letters in ("abcdefghijklm", "nopqrstuvwxyz"):
            heard = await call(client, "query", episode=episode, text=letters)
            table |= dict(zip(letters, after("Ciphertext:", heard["text"]).split(), strict=True))
        while not heard["done"]:
            plaintext = after("Plaintext: ", heard["text"])
            answer = " ".join(table.get(letter, "") for letter in plaintext.lower())
            heard = await call(client, "answer", episode=episode, text=answer)
        console.print(f"score {heard['score']}, outcomes {heard['outcomes']}", style="bold green")


async def call(client: Client, tool: str, **arguments: str) -> dict[str, Any]:
    """Call a tool, and show the call and what came back."""
    shown = ", ".join(f"{name}={value!r}" for name, value in arguments.items() if name != "episode")
    console.print(Text.assemble((f"{tool}", "bold cyan"), f"({shown})"))
    result = await client.call_tool(tool, arguments)
    if result.is_error or result.structured_content is None:
        sys.exit(str(result.content))
    for line in result.structured_content["text"].splitlines():
        console.print(Text(f"  {line}", style="dim"))
    return result.structured_content


def after(mark: str, text: str) -> str:
    """Return the rest of the line behind the last such mark."""
    return text.rpartition(mark)[2].splitlines()[0].strip()


if __name__ == "__main__":
    asyncio.run(main())
