/**
 * The hub as one MCP server, for agents that are not ours: over any stream and over HTTP in every revision, and one message
 * at a time in 2026-07-28.
 *
 * It answers `initialize` and `tools/list` whatever its servers do. Everything that it opens ends with `close()`; the hub
 * belongs to its caller.
 */

import { createToolCalls } from "./calls/tool-calls.ts";
import { createHttpDoor } from "./doors/http-door.ts";
import { createMessageDoor } from "./doors/message-door.ts";
import { createStreamDoor } from "./doors/stream-door.ts";
import { createEndpointCore } from "./endpoint-core.ts";
import type { Endpoint, EndpointOptions } from "./endpoint-types.ts";
import { createServerMaker } from "./mcp-server.ts";
import { passChanges } from "./pass-changes.ts";

export function createEndpoint(options: EndpointOptions): Endpoint {
  const core = createEndpointCore(options);
  const calls = createToolCalls(core);
  const maker = createServerMaker(core, calls);
  const streams = createStreamDoor(maker);
  const http = createHttpDoor(maker, { maxSessions: options.maxSessions });
  const messages = createMessageDoor(maker);
  const changes = passChanges(core, [streams, http, messages]);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= end());

  return {
    async serveStream(stream) {
      if (closing) stream.destroy();
      else await streams.serve(stream);
    },
    handle: http.handle,
    answer: messages.answer,
    find(name) {
      const found = core.table.find(name) ?? similar(name);
      return found && { name: found.name, server: found.server, tool: found.tool, title: found.title };
    },
    cancelCalls: calls.cancel,
    close,
    [Symbol.asyncDispose]: close,
  };

  /** kimi shows `a_b` for `a__b`. */
  function similar(name: string) {
    const found = core.table.ofHub.filter((tool) => withoutRuns(tool.name) === withoutRuns(name));
    return found.length === 1 && found[0] ? core.table.find(found[0].name) : undefined;
  }

  async function end(): Promise<void> {
    changes[Symbol.dispose]();
    core.subscriptions.close();
    await Promise.all([streams.close(), http.close(), messages.close()]);
    await calls.close();
  }
}

function withoutRuns(name: string): string {
  return name.replaceAll(/_+/g, "_");
}
