/**
 * A scripted server that the program under test spawns, and the test controls.
 *
 * Every process that is started with this command belongs to the handle: it reports here, and ends when this is closed.
 */

import type { ServerScript } from "../script.ts";
import { listChanged, type ServerHandle } from "../server-handle.ts";
import { createRecorder } from "../server-record.ts";
import { openControl } from "./control-host.ts";
import { launchServer, type Launch } from "./launch.ts";

export interface StdioServer extends ServerHandle, Launch {}

export async function stdioServer(script: ServerScript): Promise<StdioServer> {
  const recorder = createRecorder();
  const control = await openControl(script, recorder);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= control.close().then(() => recorder.close()));
  const notify: ServerHandle["notify"] = (method, params) =>
    control.send({ type: "notify", method, ...(params && { params }) });

  return {
    ...launchServer(control.port, script.misbehaviour?.stdio?.wrapper),
    async recorded() {
      await control.sync();
      return [...recorder.records];
    },
    until: (type, fits) => recorder.until(type, fits),
    release: (gate) => control.release(gate),
    changeTools: (change) => control.send({ type: "change-tools", change }),
    notify,
    notifyListChanged: (list = "tools") => notify(listChanged(list)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
