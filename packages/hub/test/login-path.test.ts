import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLoginPath } from "@tenon/hub";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub } from "./open-test-hub.ts";

insistThatNothingIsLeft();

describe.skipIf(process.platform === "win32")("a command that is not on our PATH", () => {
  it("[L] is looked for on the PATH of the login shell", async () => {
    await using home = await homeWith({ noise: "echo Welcome back" });
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await home.program("my-server", `exec "${server.command}" "$@"`);
    const spec = { type: "stdio", name: "s", command: "my-server", args: server.args, env: server.env } as const;
    await using hub = openTestHub([spec], { environment: home.environment });
    await hub.until("s", "listed");
    expect(hub.receipts.map(({ state }) => state)).not.toContain("failed");
  });

  it("[L] fails as before if the login shell does not know it either", async () => {
    await using home = await homeWith({});
    const spec = { type: "stdio", name: "s", command: "no-such-server", args: [], env: {} } as const;
    await using hub = openTestHub([spec], { environment: home.environment });
    const { reason } = await hub.until("s", "failed");
    expect(reason).toContain("no such command on the PATH it was given.");
    expect(reason).toContain(`\nPATH: ${home.environment.PATH}`);
  });

  it("[L] asks the shell once, however many commands are missing", async () => {
    await using home = await homeWith({ noise: 'echo asked >> "$HOME/asked"' });
    const path = createLoginPath();
    const found = await Promise.all([path.find(home.environment), path.find(home.environment)]);
    expect(found).toEqual([expect.stringContaining(home.bin), expect.stringContaining(home.bin)]);
    await expect(home.read("asked")).resolves.toBe("asked\n");
  });

  it("[L] does without a shell that hangs in its start-up files", async () => {
    await using home = await homeWith({ noise: "sleep 1000" });
    const path = createLoginPath({ shellMs: 1 });
    await expect(path.find(home.environment)).resolves.toBeUndefined();
  });

  it.each([{}, { SHELL: "/no/such/shell" }, { SHELL: "/bin/sh", HOME: "/no/such/home" }])(
    "[L] does without a shell that cannot be started: %j",
    async (environment) => {
      await expect(createLoginPath().find(environment)).resolves.toBeUndefined();
    },
  );
});

/** A home whose login shell has one more folder on its PATH than the program that was started by an editor. */
async function homeWith({ noise = "" }: { readonly noise?: string }) {
  const home = await mkdtemp(join(tmpdir(), "tenon-login-"));
  const bin = join(home, "bin");
  await mkdir(bin);
  await writeFile(join(home, ".profile"), `PATH="${bin}:$PATH"\nexport PATH\n${noise}\n`);
  return {
    bin,
    environment: { SHELL: "/bin/sh", HOME: home, PATH: "/usr/bin:/bin" },
    async program(name: string, script: string) {
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, name), 0o755);
    },
    read: (name: string) => readFile(join(home, name), "utf8"),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}
