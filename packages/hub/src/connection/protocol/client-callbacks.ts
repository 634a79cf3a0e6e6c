/**
 * What a server may ask of the session: a person's answer, the model's, the folders it works in. A capability is
 * advertised exactly when the session can answer [P82].
 */

import type {
  Client,
  ClientCapabilities,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  LoggingMessageNotificationParams,
} from "@modelcontextprotocol/client";

export interface SessionCallbacks {
  /** Asks a person, by a form or by an address to open. */
  readonly elicit?: {
    readonly modes: readonly ("form" | "url")[];
    ask(request: ElicitRequest["params"], from: Asker): Promise<ElicitResult>;
    /** What a person was sent to an address for is done, says the server. */
    completed?(elicitationId: string, server: string): void;
  };
  /** Asks the session's model. */
  readonly sample?: (request: CreateMessageRequest["params"], from: Asker) => Promise<CreateMessageResult>;
  /** The folders of the session. */
  readonly roots?: () => readonly { readonly uri: string; readonly name?: string }[];
  readonly log?: (message: LoggingMessageNotificationParams, server: string) => void;
}

export interface Asker {
  readonly server: string;
  readonly signal: AbortSignal;
}

export function capabilitiesOf(callbacks: SessionCallbacks): ClientCapabilities {
  const { elicit, sample, roots } = callbacks;
  return {
    ...(elicit && {
      elicitation: Object.fromEntries(
        elicit.modes.map((mode) => [mode, mode === "form" ? { applyDefaults: true } : {}]),
      ),
    }),
    ...(sample && { sampling: {} }),
    ...(roots && { roots: {} }),
  };
}

export function answerServer(client: Client, server: string, callbacks: SessionCallbacks): void {
  const { elicit, sample, roots, log } = callbacks;
  if (elicit) {
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      elicit.ask(params, { server, signal: mcpReq.signal }),
    );
    client.setNotificationHandler("notifications/elicitation/complete", ({ params }) =>
      elicit.completed?.(params.elicitationId, server),
    );
  }
  if (sample) {
    client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq }) =>
      sample(params, { server, signal: mcpReq.signal }),
    );
  }
  if (roots) {
    client.setRequestHandler("roots/list", () => ({ roots: roots().map((root) => ({ ...root })) }));
  }
  if (log) client.setNotificationHandler("notifications/message", ({ params }) => log(params, server));
}
