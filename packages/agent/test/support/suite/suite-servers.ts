import { type ServerScript, type StdioServer, stdioServer } from "@tenon/testkit/mcp";

/** A server as a client hands it over. */
export function acp(name: string, server: StdioServer) {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name, command: server.command, args: [...server.args], env };
}

export function echoServer(): Promise<StdioServer> {
  const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const script: ServerScript = { tools: [{ name: "echo", description: "echo a text", inputSchema }] };
  return stdioServer(script);
}

export function slowServer(): Promise<StdioServer> {
  const call = [{ type: "wait-for-release" as const, gate: "wait" }];
  return stdioServer({ tools: [{ name: "wait", description: "wait until released", call }] });
}
