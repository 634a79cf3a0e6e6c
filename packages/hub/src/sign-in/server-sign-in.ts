/**
 * The sign-in of one server of a session. Only remote servers have one; for the others nothing goes around anything.
 */

import type { RemoteSignIn, SignInSurroundings } from "./remote-sign-in.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { SignIn } from "./sign-in.ts";

export interface ServerSignIn {
  /** Undefined for a server that one cannot sign in to. */
  signIn(): Promise<SignIn | undefined>;
  run: RemoteSignIn["run"];
  close(): Promise<void>;
}

export function openServerSignIn(spec: ServerSpec, options: SignInSurroundings): ServerSignIn {
  if (spec.type !== "http" && spec.type !== "sse") {
    return { signIn: async () => undefined, run: (operation) => operation(), close: async () => {} };
  }
  let opening: Promise<RemoteSignIn> | undefined;
  const open = () => {
    opening ??= import("./remote-sign-in.ts").then(({ openRemoteSignIn }) => openRemoteSignIn(spec, options));
    return opening;
  };
  return {
    signIn: async () => (await open()).signIn,
    run: async (operation, once) => await (await open()).run(operation, once),
    async close() {
      await (await opening)?.close();
    },
  };
}
