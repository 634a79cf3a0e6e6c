/**
 * Requests to the gateway's `/api`, with the page's key beside the browser's cookie.
 */

import { objectOf, stringOf } from "@tenon/basis";

import { t } from "../language/t.ts";
import { WireError } from "./wire-error.ts";

export interface GatewayFetch {
  /** What a WebSocket has to show beside the cookie. */
  key: string;
  /** Rejects as `fetch` does. */
  get(path: string): Promise<Response>;
  /** The answer's JSON. Rejects with a `WireError`. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

export interface GatewayFetchOptions {
  readonly base: URL;
  /** Of this origin, its port included: other servers of the same machine are sent our cookie, and do not get in here. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly onSignedOut: () => void;
}

const KEY = "tenon.key";

export function createGatewayFetch({ base, storage, onSignedOut }: GatewayFetchOptions): GatewayFetch {
  let unkept = "";
  const headers = () => ({ accept: "application/json", "x-tenon-key": storage.getItem(KEY) ?? unkept });
  return {
    get key() {
      // Of this origin's other tabs too: the one that signed in last.
      return storage.getItem(KEY) ?? unkept;
    },
    set key(key) {
      unkept = key;
      try {
        if (key === "") storage.removeItem(KEY);
        else storage.setItem(KEY, key);
      } catch {
        // The browser stores nothing: it holds until the page is closed.
      }
    },
    get: (path) => fetch(new URL(path, base), { headers: headers() }),
    async call(method, path, body) {
      const response = await fetch(new URL(path, base), {
        method,
        headers: { ...headers(), ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new WireError("offline", t("The gateway cannot be reached."), { call: path }, { cause });
      });
      // A proxy answers with a page.
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok) return answer;
      if (response.status === 401 && path !== "/api/login") onSignedOut();
      throw refusedBy(response, path, answer);
    },
  };
}

export function refusedBy({ status }: Response, path: string, answer?: unknown): WireError {
  const { error } = objectOf(answer);
  const reason = stringOf(objectOf(error)["message"]);
  const isSignedOut = status === 401 || status === 403;
  const message =
    reason ??
    (isSignedOut ? t("The token is not valid.") : t("The gateway answered {status}.", { status: String(status) }));
  return new WireError(isSignedOut ? "signed_out" : "refused", message, { call: path, status });
}
