import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { leaveNothing, LeftBehindError, markedProcesses } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

describe("leaveNothing", () => {
  it("passes a block that cleans up, and gives back its result", async () => {
    const result = await leaveNothing(async ({ environment }) => {
      const child = spawn("cat", [], { env: { ...process.env, ...environment } });
      child.stdin.end();
      await once(child, "close");
      const server = createServer((socket) => socket.end("bye")).listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1").resume();
      await once(socket, "close");
      server.close();
      await once(server, "close");
      await sleep(1);
      return "done";
    });
    expect(result).toBe("done");
  });

  it("waits for what is still going away", async () => {
    const block = leaveNothing(async ({ environment }) => {
      const child = spawn("cat", [], { env: { ...process.env, ...environment } });
      await once(child, "spawn");
      child.kill("SIGKILL"); // and does not wait for it
    });
    await expect(block).resolves.toBeUndefined();
  });

  it("names a timer that was left, and where it was made", async () => {
    let timer: NodeJS.Timeout | undefined;
    const error = await whatIsLeft(async () => {
      timer = setInterval(() => {}, 60_000);
    });
    clearInterval(timer);
    expect(error.details.resources).toEqual([expect.stringMatching(/^timer opened .*leave-nothing\.test\.ts/)]);
  });

  it("names a server and a socket that were left", async () => {
    const server = createServer();
    const error = await whatIsLeft(async () => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    server.close();
    expect(error.details.resources).toEqual([expect.stringMatching(/^server/)]);
  });

  it("names a process that was left, even one that is not our child any more", async () => {
    let environment: Readonly<Record<string, string>> = {};
    const error = await whatIsLeft(async (context) => {
      environment = context.environment;
      // The shell ends at once; its child is handed to another parent.
      const child = spawn("sh", ["-c", "sleep 600 &"], { env: { ...process.env, ...environment }, stdio: "ignore" });
      await once(child, "close");
    });
    const [left] = error.details.processes;
    expect(left?.command).toContain("sleep 600");
    process.kill(left!.pid, "SIGKILL");
    for (const [name, value] of Object.entries(environment))
      await markedProcesses({ name, value }).gone({ within: 30_000 });
  });

  it("does not blame the block for what others have open", async () => {
    const others = setInterval(() => {}, 60_000);
    const block = leaveNothing(async () => sleep(5, "done"));
    const later = setInterval(() => {}, 60_000);
    await expect(block).resolves.toBe("done");
    clearInterval(others);
    clearInterval(later);
  });

  it("does not count what would not keep the process running", async () => {
    const block = leaveNothing(async () => setTimeout(() => {}, 60_000).unref());
    await expect(block).resolves.toHaveProperty("unref");
    clearTimeout(await block);
  });

  it("lets the block's own failure through", async () => {
    await expect(leaveNothing(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  });
});

async function whatIsLeft(block: Parameters<typeof leaveNothing>[0]): Promise<LeftBehindError> {
  try {
    await leaveNothing(block, { within: 50 });
  } catch (error) {
    if (error instanceof LeftBehindError) return error;
    throw error;
  }
  throw new Error("Nothing was left");
}
