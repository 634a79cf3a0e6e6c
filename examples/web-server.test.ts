import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { WebSocket } from "ws";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("a page of the web server talks to the agent, which calls a tool of the server; other pages cannot", async () => {
  const child = spawn(process.execPath, ["--conditions=tenon:source", "examples/web-server.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  expect(await (await fetch(url)).text()).toContain("Hello");
  await expect(once(new WebSocket(`${url}/acp`, { origin: "https://evil.example" }), "open")).rejects.toThrow();

  const socket = new WebSocket(`${url}/acp`, { origin: url });
  await once(socket, "open");
  const frames: string[] = [];
  const waiting = new Map<number, (result: { readonly sessionId: string }) => void>();
  socket.on("message", (data: Buffer) => {
    frames.push(data.toString());
    const { id, method, result } = JSON.parse(data.toString());
    if (method === "session/request_permission") {
      answer(id, {
        outcome: { outcome: "selected", optionId: JSON.parse(data.toString()).params.options[0].optionId },
      });
    } else if (method === undefined) waiting.get(id)?.(result);
  });
  let lastId = 0;
  const request = (method: string, params: object) =>
    new Promise<{ readonly sessionId: string }>((resolve) => {
      waiting.set((lastId += 1), resolve);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }));
    });
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await request("session/new", { cwd: root, mcpServers: [] });
  const prompt = [{ type: "text", text: "count_visits" }];
  expect(await request("session/prompt", { sessionId, prompt })).toMatchObject({ stopReason: "end_turn" });
  expect(frames.join("\n")).toContain("1 so far");

  // What is not JSON ends nothing but its connection.
  socket.send("{");
  await once(socket, "close");
  expect((await fetch(url)).status).toBe(200);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);

  function answer(id: number, result: object) {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
});
