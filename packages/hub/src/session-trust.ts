/**
 * Servers of a project's files that wait for the user's trust, in the session that would have them.
 */

import { InvalidValueError } from "@tenon/basis";

import { reviewOf, reviewRecord, subjectOf, type TrustRequest, type TrustReview } from "./config/index.ts";
import type { ConfiguredHub } from "./configured-hub.ts";

export interface SessionTrust {
  /** What there is to trust about a server. Rejects if nothing is. */
  review(server: string): Promise<TrustReview>;
  /** Trusts exactly what was reviewed, and starts it. Rejects if it has changed since. */
  trust(server: string, fingerprint: string): Promise<void>;
}

/** Where the user's trust is kept. */
export interface KeptTrust {
  trust(folder: string, content: string, about: { readonly subject: string; readonly shown: string }): Promise<unknown>;
  lastShown(folder: string, subject: string): Promise<string | undefined>;
}

export function createSessionTrust(
  hub: Pick<ConfiguredHub, "configuration" | "reload">,
  kept: KeptTrust,
): SessionTrust {
  return {
    async review(server) {
      const request = waiting(server);
      return reviewOf(request, await kept.lastShown(request.folder, subjectOf(request)));
    },
    async trust(server, fingerprint) {
      const request = waiting(server);
      if (request.fingerprint !== fingerprint) {
        throw new InvalidValueError("fingerprint", `does not match: ${request.file} has changed. Review it again`);
      }
      await kept.trust(request.folder, request.content, reviewRecord(request));
      await hub.reload();
    },
  };

  function waiting(server: string): TrustRequest {
    const request = hub.configuration.waiting.find((each) => each.server === server);
    if (request) return request;
    throw new InvalidValueError("server", `must name a server that is waiting for trust, got "${server}"`);
  }
}
