import { hubMethods } from "@tenon/hub/display";

/** What a client may ask about the servers of a session. A call by hand is not among it: here, only calls of agents are under the rules. */
export const answeredMethods = hubMethods.filter((method) => method !== "_tenon/tools/call");
