/**
 * The program that lends the endpoint's tools to pi, which takes no MCP servers: an extension that is loaded with
 * `pi --extension`. It is a client of MCP for one connection, and ends with it.
 *
 * pi-acp starts one pi for each session, by the command in `PI_ACP_PI_COMMAND`.
 */

/** Where the token is: in a file of a folder that only this user can read, so that no command of the agent inherits it. */
export interface ExtensionOptions {
  readonly address: string;
  readonly token: string;
}

export function piExtension({ address, token }: ExtensionOptions): string {
  return `import { connect } from "node:net";

const PREFIX = "mcp__tenon__";
const GONE = "The connection to \`tenon wrap\` has ended";

export default async function (pi) {
  const socket = connect(${JSON.stringify(address)});
  const waiting = new Map();
  const progress = new Map();
  let count = 0;
  let rest = "";
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const send = (message) => socket.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const request = (method, params, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error(GONE));
      const id = (count += 1);
      const cancel = () => {
        send({ method: "notifications/cancelled", params: { requestId: id } });
        settle(reject)(new Error("Cancelled"));
      };
      const settle = (end) => (value) => {
        waiting.delete(id);
        progress.delete(id);
        signal?.removeEventListener("abort", cancel);
        end(value);
      };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      if (onProgress) progress.set(id, onProgress);
      signal?.addEventListener("abort", cancel);
      send({ id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
    });
  const receive = ({ id, method, params, result, error }) => {
    if (method === undefined) {
      const asked = waiting.get(id);
      return error ? asked?.reject(new Error(error.message)) : asked?.resolve(result);
    }
    if (method === "notifications/progress") progress.get(params.progressToken)?.(params);
    if (method === "notifications/tools/list_changed") register().catch(() => {});
    if (id === undefined) return;
    if (method === "ping") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error(GONE)));
  socket.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\\n");
    rest = lines.pop();
    for (const line of lines) if (line) receive(JSON.parse(line));
  });
  socket.write(${JSON.stringify(token)} + "\\n");

  const call = async (name, args, signal, onUpdate) => {
    const onProgress = ({ message, progress, total }) => {
      const text = message ?? (total === undefined ? String(progress) : progress + " of " + total);
      onUpdate?.({ content: [{ type: "text", text }] });
    };
    const { content = [], isError } = await request("tools/call", { name, arguments: args }, { signal, onProgress });
    const blocks = content.map((block) =>
      block.type === "text" || block.type === "image" ? block : { type: "text", text: JSON.stringify(block) },
    );
    if (isError) throw new Error(blocks.map(({ text }) => text ?? "").join("\\n"));
    return { content: blocks, details: {} };
  };
  const register = async () => {
    let cursor;
    do {
      const { tools, nextCursor } = await request("tools/list", cursor === undefined ? {} : { cursor });
      for (const { name, title, description = "", inputSchema } of tools)
        pi.registerTool({
          name: PREFIX + name,
          label: title ?? name,
          description,
          parameters: inputSchema,
          execute: (_id, args, signal, onUpdate) => call(name, args, signal, onUpdate),
        });
      cursor = nextCursor;
    } while (cursor !== undefined);
  };
  try {
    const clientInfo = { name: "pi", version: "0" };
    await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    send({ method: "notifications/initialized" });
    await register();
  } catch (error) {
    process.stderr.write("tenon: pi has no tools of this session: " + error.message + "\\n");
  }
  // pi ends when its input does.
  socket.unref();
}
`;
}
