/**
 * The people of a gateway that runs as a process, by its API and the local token.
 */

import type { ServedGateway } from "./served-gateway.ts";

export interface Someone {
  readonly id: string;
  readonly token: string;
}

export interface People {
  /** With a token of their own. */
  add(name: string, role?: string): Promise<Someone>;
  share(sessionId: string, who: Someone, role: string): Promise<void>;
  /** Rejects with the status of a refusal. */
  ask(token: string, method: string, path: string, body?: object): Promise<unknown>;
  /** Of the page, signed in. */
  address(path: string, who: Pick<Someone, "token">): string;
}

export function peopleOf({ url, token: localToken }: Pick<ServedGateway, "url" | "token">): People {
  return {
    ask,
    async add(name, role = "member") {
      const made = await ask(localToken, "POST", "/api/tokens", { name, role });
      const { token, person } = made as { readonly token: string; readonly person: { readonly id: string } };
      return { token, id: person.id };
    },
    async share(sessionId, { id }, role) {
      await ask(localToken, "PUT", `/api/sessions/${sessionId}/people/${id}`, { role });
    },
    address: (path, { token }) => `${url}${path}#token=${token}`,
  };

  async function ask(token: string, method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : await response.json();
  }
}
