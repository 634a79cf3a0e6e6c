import { type AgentContext, methods, type PermissionOption, type ToolCallUpdate } from "@agentclientprotocol/sdk";

const OPTIONS: PermissionOption[] = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];

/**
 * Asks the user whether a tool may run. Anything but the answer "allow" means no: a rejection, a cancel, an option that
 * was not offered, an error, a client that has gone [R89].
 */
export async function askPermission(request: {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly toolCall: ToolCallUpdate;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const { client, sessionId, toolCall, signal } = request;
  signal.throwIfAborted();
  const { outcome } = await client.request(
    methods.client.session.requestPermission,
    { sessionId, toolCall, options: OPTIONS },
    // A client that never answers must not hold up a cancel.
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
  signal.throwIfAborted();
  return outcome.outcome === "selected" && outcome.optionId === "allow";
}
