"""The harness of our verifiers environment: one chat completion in this process, and no program to start per turn.

It is a module of its own because verifiers loads a harness by its module's name.
"""

# ruff: noqa: E402
from __future__ import annotations

import functools
import ssl
from typing import Any

from boxwright.blackboxes.extras import need

need("verifiers")  # before its package is imported

import httpx2
import verifiers.v1 as vf
from verifiers.v1.runtimes import ProgramResult

__all__ = ["ChatHarness"]


class ChatHarness(vf.Harness[vf.HarnessConfig]):
    """Sends the conversation to the endpoint that verifiers hands over, which records it."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: Any, **more: Any
    ) -> ProgramResult:
        """Ask once; verifiers reads reply and usage from its endpoint."""
        messages = [{"role": message.role, "content": message.content} for message in data.prompt]
        body = {"model": ctx.model, "messages": messages}
        async with httpx2.AsyncClient(timeout=None, trust_env=False, verify=_certificates()) as http:
            answer = await http.post(
                f"{endpoint}/chat/completions", json=body, headers={"Authorization": f"Bearer {secret}"}
            )
        return ProgramResult(exit_code=int(answer.status_code != 200), stdout="", stderr=answer.text)


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Read the certificates once: to read them takes ten times as long as a turn."""
    return httpx2.create_ssl_context(trust_env=False)
