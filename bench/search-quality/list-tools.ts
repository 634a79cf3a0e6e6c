/**
 * Asks a server on stdio for its tools, all pages of them, and ends it.
 *
 * By hand and not through the hub: what is measured here is the search, on lists as the servers wrote them.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const PATIENCE_MS = 60_000;

export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export async function listTools(server: {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<readonly ListedTool[]> {
  const { command, args, cwd, env } = server;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  child.stderr.resume();
  const exited = once(child, "exit");
  const deadline = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  try {
    const ask = requests(child);
    await ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "search-quality", version: "1" },
    });
    send(child, { method: "notifications/initialized" });
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask("tools/list", cursor === undefined ? {} : { cursor });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  } finally {
    child.kill();
    await exited;
    clearTimeout(deadline);
  }
}

interface Page {
  readonly tools: readonly ListedTool[];
  readonly nextCursor?: string;
}

function requests(child: ChildProcessWithoutNullStreams) {
  const waiting = new Map<unknown, { resolve(page: Page): void; reject(error: Error): void }>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return; // a greeting; some servers print one
    const { id, result, error } = JSON.parse(line);
    const asked = waiting.get(id);
    if (error) asked?.reject(new Error(`The server answered: ${JSON.stringify(error)}`));
    else asked?.resolve(result);
  });
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The server left with ${code} before it answered`));
  });
  return (method: string, params: object) => {
    const id = waiting.size + 1;
    send(child, { id, method, params });
    return new Promise<Page>((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
