/**
 * `tenon tools serve ./toolset.ts`: a toolset as an MCP server, on standard streams or at an address.
 */

import { once } from "node:events";
import { join } from "node:path";
import { Writable } from "node:stream";
import { callbackify } from "node:util";

import { serve, serveHttp } from "@tenon/toolset/node";

import { t } from "../../../messages/t.ts";
import { listenForInterruption } from "../../../process/interruption.ts";
import { writeStdout } from "../../../process/stdout.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { warn } from "../../../process/warn.ts";
import { userDataFolder } from "../../../user/data-folder.ts";
import { loadToolset } from "./load-toolset.ts";

export interface ServeToolsetFlags {
  readonly http: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly tokenFile?: string;
  readonly token: boolean;
}

export async function runServeToolset(flags: ServeToolsetFlags, path: string): Promise<void> {
  const isHttp = flags.http || flags.port !== undefined || flags.host !== undefined;
  if (!isHttp && flags.tokenFile !== undefined) throw new UsageError(t("--token-file needs --http"));
  const toolset = await loadToolset(path);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  if (!isHttp) {
    const stdout = new Writable({ write: (chunk, _encoding, done) => writeChunk(chunk, done) });
    await serve(toolset, { stdout, signal });
  } else {
    const tokenFile = flags.tokenFile ?? join(userDataFolder(), "toolset-tokens", `${fileName(toolset.name)}.txt`);
    const { host, port } = flags;
    await using served = await serveHttp(toolset, {
      ...(host !== undefined && { host, allowedHosts: [host] }),
      ...(port !== undefined && { port }),
      ...(flags.token && { tokenFile }),
    });
    await writeStdout(`${served.url}\n`);
    warn(
      flags.token
        ? t("clients need the token in {file}", { file: tokenFile })
        : t("any program on this machine can call its tools"),
    );
    if (!signal.aborted) await once(signal, "abort");
  }
  interruption.leave();
}

const writeChunk = callbackify(writeStdout);

function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}
