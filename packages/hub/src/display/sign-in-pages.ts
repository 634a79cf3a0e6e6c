/**
 * Shows a person the page on which they sign in to a server: the client opens it if it can, and shows the address if not.
 */

import { defined } from "@tenon/basis";

import type { Hub } from "../hub-types.ts";
import type { OpenBrowser } from "../sign-in/sign-in.ts";
import type { AskedClient } from "./ask-person.ts";

export interface SignInPages {
  /** Lets the user sign in to a server. Resolves when the server can be used. */
  signIn(hub: Pick<Hub, "signIn">, server: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Runs a call with a browser, so that it can be repeated after a sign-in. Without one if the client cannot open pages: the
   * call then fails at once, because the model waits for it.
   */
  during<T>(call: SignInCall, work: (openBrowser: OpenBrowser | undefined) => Promise<T>): Promise<T>;
}

export interface SignInCall {
  readonly server: string;
  readonly toolCallId?: string | undefined;
  readonly signal: AbortSignal;
}

export interface SignInPagesOptions {
  readonly client: AskedClient;
  /** Whether the client opens pages. */
  readonly canOpen: boolean;
  readonly newId: () => string;
}

export function createSignInPages({ client, canOpen, newId }: SignInPagesOptions): SignInPages {
  return {
    async signIn(hub, server, { signal }) {
      const page = openPage({ server, signal });
      await hub.signIn(server, { signal, openBrowser: canOpen ? page.openBrowser : showAddress(server) });
      page.done();
    },
    async during(call, work) {
      if (!canOpen) return await work(undefined);
      const page = openPage(call);
      try {
        return await work(page.openBrowser);
      } finally {
        page.done();
      }
    },
  };

  function openPage({ server, toolCallId, signal }: SignInCall) {
    const opened: string[] = [];
    const openBrowser: OpenBrowser = async (url, page) => {
      const elicitationId = newId();
      const message = `${server} needs you to sign in.`;
      // A client that knows us can distinguish it from other pages, and opens it for the button that was pressed.
      const _meta = { tenon: { signIn: server } };
      const question = { mode: "url", ...defined({ toolCallId }), message, url, elicitationId, _meta } as const;
      const { action } = await client.elicit(question, { signal: AbortSignal.any([signal, page.signal]) });
      if (action !== "accept") throw new Error(`The page to sign in to ${server} was not opened`);
      opened.push(elicitationId);
    };
    return {
      openBrowser,
      /** The pages that the client opened have served their purpose. */
      done: () => opened.splice(0).forEach((elicitationId) => client.complete(elicitationId)),
    };
  }

  function showAddress(server: string): OpenBrowser {
    return async (url) => {
      await client.notice({ severity: "info", title: `To sign in to ${server}, open this page`, description: url });
    };
  }
}
