import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { folders } from "../boundaries/folders.ts";
import { rooms } from "../boundaries/rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const fixture = "tooling/boundaries/fixture";

const findings = await lintFixture();

it.each([
  ["timeline/src/reaches-into-hub.ts", "packages/timeline may not import hub: the timeline runs in a browser"],
  ["timeline/src/reaches-into-hub.ts", "packages/timeline may not import this: the timeline runs in a browser"],
  ["agent/src/goes-around-the-door.ts", "packages/agent may not import client: agent and client meet only in the"],
  [
    "agent/src/goes-around-the-door.ts",
    "packages/agent may not import this: only the hub and the toolset library speak MCP",
  ],
  ["agent/src/goes-around-the-door.ts", "A room is entered by its name (@tenon/…)"],
  ["agent/src/goes-around-the-door.ts", "packages/agent may not import testkit: the testkit is for tests"],
])("an import in %s across a boundary fails the lint and says why: %s", (file, reason) => {
  expect(findings.filter((finding) => finding.file.endsWith(file)).map(({ message }) => message)).toContainEqual(
    expect.stringContaining(reason),
  );
});

it("an import of a folder that stands above fails the lint and says which and why", () => {
  const found = findings.filter(({ file }) => file.endsWith("basis/src/reaches-up.ts")).map(({ message }) => message);
  const upwards = expect.stringContaining(
    "packages/basis/src may not import packages/basis/src/node, which stands above it: what needs Node.js may use",
  );
  const unlisted = expect.stringContaining("packages/basis/src/unlisted/low.ts is in no listed folder");
  expect(found).toEqual([upwards, unlisted, upwards, upwards]);
});

it("a folder may import itself and what is listed before it", () => {
  expect(findings.filter(({ file }) => file.endsWith("reaches-down.ts"))).toEqual([]);
});

it("every room is in the tables of rooms and of folders", () => {
  const packages = readdirSync(join(root, "packages")).toSorted();
  expect(Object.keys(rooms).toSorted()).toEqual(packages);
  expect(Object.keys(folders).toSorted()).toEqual(packages);
});

it.each(Object.entries(rooms).filter(([room]) => !["testkit", "cli"].includes(room)))(
  "ARCHITECTURE.md says what %s may import",
  (room, { mayImport }) => {
    const row = architecture.split("\n").find((line) => line.startsWith(`| \`packages/${room}\``)) ?? "";
    const cell = row.split("|").at(-2)?.trim() ?? "";
    const listed = cell.split(", ").filter((name) => name in rooms);
    // All of them may import the basis.
    expect(listed.toSorted()).toEqual(mayImport.filter((name) => name !== "basis").toSorted());
  },
);

it.each(Object.entries(folders))("every listed folder and file of %s exists", (room, entries) => {
  const missing = entries.filter(([name]) => !existsSync(join(root, "packages", room, "src", name)));
  expect(missing).toEqual([]);
});

it("[H8] a fetch that no policy checks fails the lint, by its name and as a property", () => {
  const found = findings.filter(({ file }) => file.endsWith("hub/src/asks-nobody.ts")).map(({ message }) => message);
  expect(found).toEqual([
    expect.stringContaining("may have chosen the address"),
    expect.stringContaining("may have chosen the address"),
  ]);
});

it("what browsers have only in secure contexts fails the lint in all that a page loads", () => {
  const messages = findings
    .filter(({ file }) => file.endsWith("wants-a-secure-context.ts"))
    .map((found) => found.message);
  expect(messages.toSorted()).toEqual([
    expect.stringContaining("Use randomId of @tenon/basis: browsers have crypto.randomUUID only in secure contexts"),
    expect.stringContaining("Use randomId of @tenon/basis"),
    expect.stringContaining("may have chosen the address"),
    expect.stringContaining("Use copyText of the page: browsers have navigator.clipboard only in secure contexts"),
  ]);
});

it("tests may use the testkit and what their room may use", () => {
  expect(findings.filter(({ file }) => file.includes("/test/"))).toEqual([]);
});

interface Finding {
  readonly file: string;
  readonly message: string;
}

function lintFixture(): Promise<readonly Finding[]> {
  const args = ["--bin", "oxlint", "-c", `${fixture}/fixture-config.ts`, "-f", "json", fixture];
  return new Promise((resolve) => {
    execFile(process.execPath, ["tooling/node.mjs", ...args], { cwd: root }, (_error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: { filename: string; message: string; help?: string }[];
      };
      resolve(diagnostics.map(({ filename, message, help }) => ({ file: filename, message: `${message} ${help}` })));
    });
  });
}
