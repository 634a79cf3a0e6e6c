/**
 * Shows a person the page on which they sign in to a server: the client opens it if it can, and shows the address if not.
 */

import { type CreateElicitationRequest, methods } from "@agentclientprotocol/sdk";
import type { Hub } from "@tenon/hub";

import type { SessionClient } from "../session/session-client.ts";
import type { NewId } from "../session/session-options.ts";

export async function signInWithPage(
  hub: Hub,
  server: string,
  options: { readonly client: SessionClient; readonly newId: NewId; readonly signal: AbortSignal },
): Promise<void> {
  const { client, newId, signal } = options;
  const elicitationId = newId("elicitation");
  await hub.signIn(server, { signal, openBrowser: client.capabilities.elicitation?.url ? askToOpen : showAddress });
  if (!client.capabilities.elicitation?.url) return;
  await client.context.notify(methods.client.elicitation.complete, { elicitationId });

  async function askToOpen(url: string, page: { readonly signal: AbortSignal }): Promise<void> {
    const request: CreateElicitationRequest = {
      mode: "url",
      sessionId: client.sessionId,
      message: `${server} needs you to sign in.`,
      url,
      elicitationId,
    };
    const { action } = await client.context.request(methods.client.elicitation.create, request, {
      cancellationSignal: AbortSignal.any([signal, page.signal]),
      stopWaitingOnCancel: true,
    });
    if (action !== "accept") throw new Error(`The page to sign in to ${server} was not opened`);
  }

  async function showAddress(url: string): Promise<void> {
    await client.notice({ severity: "info", title: `To sign in to ${server}, open this page`, description: url });
  }
}
