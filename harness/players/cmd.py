"""`cmd:COMMAND` names a program as a player, spoken to in lines of JSON, or over MCP where `{mcp}` stands in it."""

from __future__ import annotations

import shlex

from boxwright.blackboxes.extras import need
from boxwright.harness.chat.api import UnknownModel
from boxwright.harness.players.plugin import Plugin
from boxwright.harness.players.program import MCP, PREFIX, ProgramPlayer


def program_player(name: str) -> Plugin:
    """Return the player of `cmd:COMMAND`. Raises: UnknownModel."""
    command = name.removeprefix(PREFIX)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownModel(f"{name}: cannot be read as a command: {error}") from error
    if not words:
        raise UnknownModel(f"{name}: names no program; write cmd:PROGRAM ARGUMENTS")
    if MCP not in command:
        return Plugin(name, lambda: ProgramPlayer(command))
    need("mcp")
    from boxwright.harness.players.mcp_program import McpProgramPlayer

    return Plugin(name, lambda: McpProgramPlayer(command))
