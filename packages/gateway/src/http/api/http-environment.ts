import type { HttpBindings } from "@hono/node-server";

import type { Identity } from "../door/door.ts";

/** What hono carries along with each of our requests. */
export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: { identity: Identity };
}
