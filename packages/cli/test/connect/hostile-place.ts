/**
 * An editor, `tenon connect` and one server of this machine, with a gateway that is not to be trusted on the other end.
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ClientAnswers, spawnedClient } from "@tenon/testkit/acp";
import { type CallStep, stdioServer } from "@tenon/testkit/mcp";

import { noConfiguration, tenon } from "../tenon.ts";
import { hostileGateway } from "./hostile-gateway.ts";

/** Of each request to a server. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

export async function openPlace({
  allows,
  optionId = "reject-once",
  tool,
  hasForms = true,
  fill,
  answer = () => ({ outcome: { outcome: "selected", optionId } }),
}: {
  readonly allows: boolean;
  readonly optionId?: string;
  /** A third tool. */
  readonly tool?: { readonly name: string; readonly call: readonly CallStep[] };
  /** Whether the editor shows forms, and how they are filled in. */
  readonly hasForms?: boolean;
  readonly fill?: ClientAnswers["elicitation/create"];
  /** To each question, instead of this option. */
  readonly answer?: ClientAnswers["session/request_permission"];
}) {
  const folder = await mkdtemp(join(tmpdir(), "tenon-hostile-"));
  const server = await stdioServer({
    tools: [
      { name: "echo", call: [{ type: "echo" }] },
      { name: "wait", call: [{ type: "wait-for-cancel" }] },
      ...(tool ? [tool] : []),
    ],
    prompts: [{ name: "review", messages: [{ role: "user", content: { type: "text", text: "Review it." } }] }],
  });
  const gateway = await hostileGateway();
  await writeFile(join(folder, "token"), "secret-token");
  const flags = allows ? ["--allow", "local"] : [];
  const client = await spawnedClient(
    {
      command: process.execPath,
      args: [tenon, "connect", gateway.url, "--token-file", join(folder, "token"), ...flags],
      env: { ...noConfiguration, TENON_DATA: folder },
    },
    {
      capabilities: {
        ...(hasForms && { elicitation: { form: {} } }),
        auth: { terminal: true },
        _meta: { "terminal-auth": true },
      },
      answers: { "session/request_permission": answer, ...(fill && { "elicitation/create": fill }) },
    },
  );
  const initialized = await client.initialize();
  const variables = { ...server.env, PLANTED: "planted-secret" };
  const env = Object.entries(variables).map(([name, value]) => ({ name, value }));
  const entry = { name: "local", command: server.command, args: [...server.args], env };
  await client.newSession({ cwd: folder, mcpServers: [entry] });
  const ask = (requestId: string, method: string, params: object) => {
    const serverId = gateway.servers[0]?.serverId;
    return gateway.ask("mcp/message", { serverId, requestId, method, params: { ...params, _meta: META } });
  };
  await ask("first", "tools/list", {});
  return {
    client,
    initialized,
    folder,
    gateway,
    server,
    prompt: (name: string) => ask(crypto.randomUUID(), "prompts/get", { name }),
    list: (requestId: string) => ask(requestId, "tools/list", {}),
    call: (name: string, args: object, requestId: string = crypto.randomUUID()) =>
      ask(requestId, "tools/call", { name, arguments: args }),
    asked: () => client.transcript.entries.filter(({ text }) => text.includes('"session/request_permission"')),
    calls: async () => (await server.recorded()).filter(({ type }) => type === "call-start").length,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
