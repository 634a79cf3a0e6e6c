import { writeFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { sh, withTerminals } from "./test-terminals.ts";

const NOT_FOUND = -32_002;
const FOREVER = "while :; do sleep 1; done";

describe("killing", () => {
  it("[R102] leaves the output and the exit status to be asked for", () =>
    withTerminals(async ({ create, kill, output, wait, untilHeard }) => {
      const id = await create(sh(`echo ready; ${FOREVER}`));
      const waiting = wait(id);
      await untilHeard("ready\n");
      expect(await kill(id)).toEqual({});
      const status = { exitCode: null, signal: "SIGTERM" };
      expect(await waiting).toEqual(status);
      expect(await wait(id)).toEqual(status);
      expect(await output(id)).toEqual({ output: "ready\n", truncated: false, exitStatus: status });
      expect(await kill(id)).toEqual({});
    }));

  it("[F-04] reaches everything that the command started", () =>
    withTerminals(async ({ create, kill, output, untilHeard }) => {
      const id = await create(sh(`(trap '' TERM; ${FOREVER}) & setsid sh -c '${FOREVER}' & echo ready; wait`));
      await untilHeard("ready\n");
      await kill(id);
      expect((await output(id)).exitStatus).toEqual({ exitCode: null, signal: "SIGTERM" });
      // That both are gone is what the end of the block insists on; here, that the answer came after.
    }));
});

describe("[D-08, F-11] a command that leaves something in the background", () => {
  it("ends when it ends, with all of its output, and takes that along", () =>
    withTerminals(async ({ run }) => {
      const { output, exitStatus } = await run({ command: `(${FOREVER}) & echo started` });
      expect(output).toBe("started\n");
      expect(exitStatus).toEqual({ exitCode: 0, signal: null });
    }));
});

describe("releasing", () => {
  it("[R103] ends the command, and the id means nothing any more", () =>
    withTerminals(async ({ create, release, output, wait, kill, untilHeard }) => {
      const id = await create(sh(`echo ready; ${FOREVER}`));
      const waiting = wait(id);
      await untilHeard("ready\n");
      expect(await release(id)).toEqual({});
      expect(await waiting).toMatchObject({ signal: "SIGTERM" });
      for (const use of [release, output, wait, kill]) {
        await expect(use(id)).rejects.toMatchObject({ code: NOT_FOUND, data: { terminalId: id } });
      }
    }));

  it("[R103] after the end is the same", () =>
    withTerminals(async ({ create, wait, release, output }) => {
      const id = await create(sh("echo"));
      await wait(id);
      await release(id);
      await expect(output(id)).rejects.toMatchObject({ code: NOT_FOUND });
    }));
});

describe("the session's end", () => {
  it("[F-08, G-01] ends every command, also one that is about to start, and starts no more", () =>
    withTerminals(async ({ create, close, wait }) => {
      const ids = await Promise.all(Array.from({ length: 12 }, () => create(sh(`trap '' TERM; ${FOREVER}`))));
      const waiting = ids.map((id) => wait(id));
      const starting = create(sh(FOREVER)).catch((error: unknown) => error);
      await close();
      for (const status of await Promise.all(waiting)) expect(status).toMatchObject({ exitCode: null });
      await starting;
      await expect(create(sh("true"))).rejects.toThrow(/session has ended/);
      await close();
    }));

  it("[R108] and the terminals of another session are none of its business", () =>
    withTerminals(async ({ create, openFor, wait, folder }) => {
      const other = openFor({ id: "session-2", cwd: folder, roots: [folder] });
      const terminalId = await create(sh("exit 4"));
      await expect(other.output({ sessionId: "session-2", terminalId })).rejects.toMatchObject({ code: NOT_FOUND });
      await other.close();
      expect(await wait(terminalId)).toMatchObject({ exitCode: 4 });
    }));
});

describe("waiting", () => {
  it("can be given up, and the command goes on", () =>
    withTerminals(async ({ create, wait, untilHeard, folder }) => {
      const id = await create(sh("mkfifo go; echo ready; read word <go"));
      const giveUp = new AbortController();
      const waiting = wait(id, giveUp.signal);
      giveUp.abort();
      await expect(waiting).rejects.toMatchObject({ code: -32_800 });
      await untilHeard("ready");
      await writeFile(`${folder}/go`, "on\n");
      expect(await wait(id)).toMatchObject({ exitCode: 0 });
    }));
});
