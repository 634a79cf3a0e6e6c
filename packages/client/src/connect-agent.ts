/**
 * Starts an ACP agent as a child process and talks to it.
 *
 * The agent lives as long as the handle. If it dies by itself, every request that waits for it fails with its last words.
 */

import { Readable, Writable } from "node:stream";

import {
  client,
  type InitializeRequest,
  type InitializeResponse,
  type McpServer,
  methods,
  ndJsonStream,
  type PromptRequest,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { type ChildCommand, exitedError, startChild } from "@tenon/process";

const LARGEST_MESSAGE = 64 * 1024 * 1024;

export interface ConnectedAgent extends AsyncDisposable {
  /** What the agent said of itself. */
  readonly initialized: InitializeResponse;
  newSession(options: { readonly cwd: string; readonly mcpServers?: readonly McpServer[] }): Promise<AgentSession>;
  close(): Promise<void>;
}

export interface AgentSession {
  readonly id: string;
  prompt(text: string): Promise<StopReason>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export async function connectAgent(
  command: ChildCommand,
  options: {
    readonly clientInfo: { readonly name: string; readonly version: string };
    /** Called in the order in which updates arrive; must not throw. */
    readonly onUpdate: (notification: SessionNotification) => void;
    readonly onPermission: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;
  },
): Promise<ConnectedAgent> {
  const child = await startChild(command);
  const connection = client({ name: options.clientInfo.name })
    .onNotification(methods.client.session.update, ({ params }) => options.onUpdate(params))
    .onRequest(methods.client.session.requestPermission, ({ params }) => options.onPermission(params))
    .connect(
      ndJsonStream(Writable.toWeb(child.stdin), untilExit(Readable.toWeb(child.stdout)), {
        maxMessageBytes: LARGEST_MESSAGE,
      }),
    );
  const agent = connection.agent;
  // A grandchild may hold the agent's output open for ever.
  void child.exited.then((exit) => connection.close(exitedError(child, exit)));

  const close = async () => {
    await child.close();
    connection.close();
  };
  try {
    const request: InitializeRequest = {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: options.clientInfo,
      clientCapabilities: {},
    };
    const initialized = await agent.request(methods.agent.initialize, request);
    return { initialized, newSession, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }

  /** Holds back the end of the output until we can say why it ended; the SDK would only say "closed". */
  function untilExit(output: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const wait = async () => {
      const { exited } = child;
      void child.close(); // One that only closed its output is of no use any more.
      connection.close(exitedError(child, await exited));
    };
    return output.pipeThrough(new TransformStream({ flush: wait }));
  }

  async function newSession({
    cwd,
    mcpServers = [],
  }: {
    readonly cwd: string;
    readonly mcpServers?: readonly McpServer[];
  }): Promise<AgentSession> {
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [...mcpServers] });
    return {
      id: sessionId,
      async prompt(text) {
        const request: PromptRequest = { sessionId, prompt: [{ type: "text", text }] };
        return (await agent.request(methods.agent.session.prompt, request)).stopReason;
      },
      cancel: () => agent.notify(methods.agent.session.cancel, { sessionId }),
      async close() {
        await agent.request(methods.agent.session.close, { sessionId });
      },
    };
  }
}
