"""mcp_sdk.py: one conversation by the official SDK for assistants, of the version that is installed where this runs; mcp_test.py
starts it. It prints as JSON the version and the revision of the protocol, the tools, and what each call was answered.

    mcp_sdk.py CALLS COMMAND...     by standard input and output
    mcp_sdk.py CALLS --http URL     by HTTP
    mcp_sdk.py CALLS --auto ...     either way, and the client chooses whether to shake hands

CALLS is a list of [tool, arguments]. The SDK checks each answer by the output schema of its tool, since it knows of them."""
import asyncio
import contextlib
import importlib.metadata
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def transport(words):
    if words[0] != "--http":
        return stdio_client(StdioServerParameters(command=words[0], args=words[1:]))
    from mcp.client import streamable_http  # since 1.8
    # The name changed with the second major version of the SDK.
    name = "streamable_http_client" if hasattr(streamable_http, "streamable_http_client") else "streamablehttp_client"
    return getattr(streamable_http, name)(words[1])


@contextlib.asynccontextmanager
async def conversation(words):
    """A session and the revision that it speaks."""
    if words[0] == "--auto":
        from mcp import Client  # since 2.0
        async with Client(words[2] if words[1] == "--http" else transport(words[1:]), mode="auto") as client:
            yield client, client.protocol_version
        return
    async with transport(words) as streams, ClientSession(streams[0], streams[1]) as session:
        hello = await session.initialize()
        yield session, getattr(hello, "protocolVersion", None) or hello.protocol_version


def answer(result):
    failed = getattr(result, "isError", None)
    structured = getattr(result, "structuredContent", None) or getattr(result, "structured_content", None)
    return {"text": "".join(part.text for part in result.content), "structured": structured,
            "failed": getattr(result, "is_error", False) if failed is None else failed}


async def main(calls, words):
    async with conversation(words) as (session, revision):
        tools = [tool.name for tool in (await session.list_tools()).tools]
        answers = [answer(await session.call_tool(name, arguments)) for name, arguments in calls]
    print(json.dumps({"version": importlib.metadata.version("mcp"), "revision": revision, "tools": tools, "answers": answers}))


asyncio.run(main(json.loads(sys.argv[1]), sys.argv[2:]))
