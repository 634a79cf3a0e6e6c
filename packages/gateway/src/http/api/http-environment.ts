import type { HttpBindings } from "@hono/node-server";

import type { Peer } from "../../gateway.ts";
import type { Identity } from "../door/door.ts";

/** What hono carries along with each of our requests. */
export interface HttpEnvironment {
  Bindings: HttpBindings;
  /** `peer`: whose request another machine carries here. */
  Variables: { identity: Identity; peer: Peer };
}
