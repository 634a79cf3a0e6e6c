/**
 * Identifies a server. Its name does not: anyone who can write a project's configuration can put another command
 * behind an approved name [K-10].
 */

import { hashOf } from "../json/canonical-json.ts";

/** A server as its owner wrote it down. */
export interface ServerDeclaration {
  readonly name: string;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Made of the command, the arguments, the URL and the names (never the values) of variables and headers: a renewed
 * token leaves the server the same. With a workspace, given as its real path, it is the server of that workspace.
 */
export function serverKey(server: ServerDeclaration, workspace?: string): string {
  const { command, args = [], env = {}, url, headers = {} } = server;
  return hashOf({
    command,
    args,
    env: Object.keys(env).toSorted(),
    url,
    headers: Object.keys(headers)
      .map((name) => name.toLowerCase())
      .toSorted(),
    workspace,
  });
}
