/**
 * A toolset at an HTTP address (Streamable HTTP), in either revision.
 */

import type { Toolset } from "../define/toolset.ts";
import type { OpenOptions } from "../running/engine.ts";
import type { HttpAccess } from "./http-access.ts";

export interface ServeHttpOptions extends OpenOptions, HttpAccess {
  /** Any free port by default. */
  readonly port?: number;
  /** `127.0.0.1` by default. An address that other machines can reach needs a token. */
  readonly host?: string;
  /** `/mcp` by default. */
  readonly path?: string;
  /** A file with the token that every request must bring as `Authorization: Bearer …`; it is written if there is none. */
  readonly tokenFile?: string;
}

export interface HttpToolset extends AsyncDisposable {
  readonly url: string;
  /** Aborts running calls, stops the toolset and ends all connections. May be called twice. */
  close(): Promise<void>;
}

export async function serveHttp(toolset: Toolset, options: ServeHttpOptions = {}): Promise<HttpToolset> {
  const { listenHttp } = await import("./http-listener.ts");
  return await listenHttp(toolset, options);
}
