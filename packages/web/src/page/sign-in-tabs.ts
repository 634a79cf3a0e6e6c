/**
 * Tabs for the sign-in pages of MCP servers. A browser opens one only in a click, and the address comes later, as a question of
 * the session: the tab waits for it.
 */

import { objectOf, stringOf } from "@tenon/basis";

import type { Api } from "../wire/api.ts";
import type { IncomingRequest } from "../wire/acp-client.ts";

export interface SignInTabs {
  /** To be called in a click. Undefined if the browser allows no tab: the page is then asked for as any other. */
  open(sessionId: string, server: string): SignInTab | undefined;
  /** Whether the question was for a tab that waits. */
  take(request: IncomingRequest): boolean;
  /** Opens the page that a question is about, in this click. */
  show(question: { readonly params: IncomingRequest["params"] }): void;
}

export interface SignInTab {
  /** Closes the tab if no page has come, and waits for none. */
  end(): void;
}

export function createSignInTabs(api: Pick<Api, "claimSignIn">): SignInTabs {
  const waiting = new Map<string, Window>();
  return {
    open(sessionId, server) {
      const tab = window.open("about:blank", "_blank");
      if (!tab) return undefined;
      const key = keyOf(sessionId, server);
      waiting.get(key)?.close();
      waiting.set(key, tab);
      return {
        end() {
          if (waiting.get(key) !== tab) return;
          waiting.delete(key);
          tab.close();
        },
      };
    },
    take(request) {
      const { method, params, answer } = request;
      const server = serverIn(params);
      const key = keyOf(stringOf(params["sessionId"]) ?? "", server ?? "");
      const tab = waiting.get(key);
      if (method !== "elicitation/create" || server === undefined || !tab || tab.closed) return false;
      waiting.delete(key);
      void lead(tab, stringOf(params["url"]) ?? "").then(() => answer({ action: "accept" }));
      return true;
    },
    show({ params }) {
      const url = stringOf(params["url"]) ?? "";
      if (serverIn(params) === undefined) return void window.open(url, "_blank", "noopener,noreferrer");
      const tab = window.open("about:blank", "_blank");
      if (tab) void lead(tab, url);
    },
  };

  async function lead(tab: Window, url: string): Promise<void> {
    // A gateway that is not asked for it has its own way back; the page there says if this one was needed.
    await api.claimSignIn(url).catch(() => {});
    // It must not get at this page.
    tab.opener = null;
    tab.location.replace(url);
  }
}

/** The server that a question wants a sign-in for. */
export function serverIn(params: IncomingRequest["params"]): string | undefined {
  return stringOf(objectOf(objectOf(params["_meta"])["tenon"])["signIn"]);
}

function keyOf(sessionId: string, server: string): string {
  return JSON.stringify([sessionId, server]);
}
