/**
 * Asks the registry whether every platform's binary of our pinned native tools is there.
 *
 * A tool whose newest version lacks the package for one platform makes npm write a lock file without it, and `npm ci`
 * then fails for everybody (npm/cli#9846). Run this before changing a pin.
 */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const AT_ONCE = 8;

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockedPackage> };
const siblings = Object.entries(lock.packages).flatMap(([path, { version, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    // Other ranges are ordinary optional packages, which npm may leave out without harm.
    .filter(([, range]) => /^\d/.test(range))
    .map(([name, range]) => ({
      owner: `${path.replace(/^.*node_modules\//, "") || "(root)"}@${version ?? ""}`,
      name,
      range,
    })),
);

const missing: typeof siblings = [];
const queue = [...siblings];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (!(await exists(`${next.name}@${next.range}`))) missing.push(next);
    }
  }),
);
for (const { owner, name, range } of missing) console.log(`${owner} wants ${name}@${range}, which is not there`);
console.log(`${siblings.length} platform packages asked for, ${missing.length} missing`);
process.exitCode = missing.length > 0 ? 1 : 0;

function exists(spec: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile("npm", ["view", spec, "version"], (error, stdout) => resolve(!error && stdout.trim() !== ""));
  });
}
