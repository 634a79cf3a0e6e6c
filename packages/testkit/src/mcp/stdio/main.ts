/**
 * The main file of every process of a stdio server: main <role> <control port>. The script comes over the control socket,
 * so that it may be of any length and no shell can spoil it.
 */

import { spawn } from "node:child_process";

import { connectControl } from "./control-link.ts";
import { mainArguments } from "./launch.ts";
import { serveStdio } from "./serve-stdio.ts";

const [role = "", port = ""] = process.argv.slice(2);

switch (role) {
  case "server":
    await serveStdio(await connectControl(Number(port), "server"), port);
    break;
  case "wrapper": {
    // As npx does it: waits for the server, and passes no signal on.
    const child = spawn(process.execPath, mainArguments("server", port), { stdio: "inherit" });
    child.on("exit", (code) => process.exit(code ?? 1));
    break;
  }
  case "fork":
    // The second of two forks: gone before any process can ask whose child the grandchild is.
    spawn(process.execPath, mainArguments("grandchild", port), { stdio: "ignore", detached: true }).unref();
    break;
  case "grandchild": {
    const link = await connectControl(Number(port), "grandchild");
    link.record({ type: "start", pid: process.pid, role: "grandchild", start: link.welcome.start });
    // Lives until it is killed, or until the test is over.
    setInterval(() => {}, 2 ** 30);
    break;
  }
  default:
    throw new Error(`The main file cannot be a ${role}`);
}
