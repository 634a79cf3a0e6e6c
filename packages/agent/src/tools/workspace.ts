/**
 * A session's workspace, with the session's client as its editor.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { type Editor, EditorRefusal, openWorkspace, type OpenWorkspace } from "@tenon/workspace";

import type { SessionClient } from "../acp-client/session-client.ts";

type WorkspaceOptions = Parameters<typeof openWorkspace>[0];

export function openClientWorkspace(
  options: Omit<WorkspaceOptions, "editor"> & { readonly client: SessionClient },
): OpenWorkspace {
  const { client, ...rest } = options;
  return openWorkspace({ ...rest, editor: editorOf(client) });
}

function editorOf({ context, sessionId, capabilities }: SessionClient): Editor {
  const { fs, terminal } = capabilities;
  return {
    capabilities: { fs, terminal },
    async request(method, params, { signal } = {}) {
      const cancelling = signal && { cancellationSignal: signal, stopWaitingOnCancel: true as const };
      try {
        return await context.request(method, { sessionId, ...params }, cancelling);
      } catch (cause) {
        if (!(cause instanceof RequestError)) throw cause;
        throw new EditorRefusal(cause.message, { code: cause.code, data: cause.data, cause });
      }
    },
  };
}
