/**
 * Shows a person the page on which they sign in to a server: the client opens it if it can, and shows the address if not.
 */

import { type CreateElicitationRequest, methods } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";
import type { Hub, OpenBrowser } from "@tenon/hub";

import { readElicitation } from "../../acp-client/client-answer.ts";
import type { SessionClient } from "../../acp-client/session-client.ts";
import type { NewId } from "../../acp-client/new-id.ts";

export interface SignInPages {
  /** Lets the user sign in to a server. Resolves when the server can be used. */
  signIn(hub: Hub, server: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Runs a call with a browser, so that it can be repeated after a sign-in. Without one if the client cannot open pages: the
   * call then fails at once, because the model waits for it.
   */
  during<T>(call: SignInCall, work: (openBrowser: OpenBrowser | undefined) => Promise<T>): Promise<T>;
}

export interface SignInCall {
  readonly server: string;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

export function createSignInPages(client: SessionClient, newId: NewId): SignInPages {
  const canOpen = Boolean(client.capabilities.elicitation?.url);

  return {
    async signIn(hub, server, { signal }) {
      const page = openPage({ server, signal });
      await hub.signIn(server, { signal, openBrowser: canOpen ? page.openBrowser : showAddress(server) });
      await page.done();
    },
    async during(call, work) {
      if (!canOpen) return await work(undefined);
      const page = openPage(call);
      try {
        return await work(page.openBrowser);
      } finally {
        await page.done();
      }
    },
  };

  function openPage({ server, toolCallId, signal }: Omit<SignInCall, "toolCallId"> & Partial<SignInCall>) {
    const opened: string[] = [];
    const openBrowser: OpenBrowser = async (url, page) => {
      const elicitationId = newId("elicitation");
      const request: CreateElicitationRequest = {
        mode: "url",
        sessionId: client.sessionId,
        ...defined({ toolCallId }),
        message: `${server} needs you to sign in.`,
        url,
        elicitationId,
      };
      const answer = await client.context.request(methods.client.elicitation.create, request, {
        cancellationSignal: AbortSignal.any([signal, page.signal]),
        stopWaitingOnCancel: true,
      });
      if (readElicitation(answer).action !== "accept")
        throw new Error(`The page to sign in to ${server} was not opened`);
      opened.push(elicitationId);
    };
    return {
      openBrowser,
      /** Tells the client that the pages it opened have served their purpose. */
      async done(): Promise<void> {
        for (const elicitationId of opened.splice(0)) {
          await client.context.notify(methods.client.elicitation.complete, { elicitationId });
        }
      },
    };
  }

  function showAddress(server: string): OpenBrowser {
    return async (url) => {
      await client.notice({ severity: "info", title: `To sign in to ${server}, open this page`, description: url });
    };
  }
}
