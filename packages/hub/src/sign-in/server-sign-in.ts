/**
 * The sign-in of one server of a session. Only remote servers have one; local servers get a no-op wrapper.
 */

import { NeedsSignInError } from "../server-error.ts";
import type { RemoteServerSpec, ServerSpec } from "../server-spec.ts";
import type { AddressGate } from "../admission.ts";
import type { SignIn, SignInOnceOptions, SignInOptions } from "./sign-in.ts";

export interface ServerSignIn {
  /** Undefined for a server that does not support it. */
  signIn(): Promise<SignIn | undefined>;
  /** Runs something that may need a sign-in. Rejects with a NeedsSignInError when that takes a person and there is none. */
  run<T>(operation: () => Promise<T>, options: SignInOnceOptions): Promise<T>;
  close(): Promise<void>;
}

export interface ServerSignInOptions extends Pick<
  SignInOptions,
  "store" | "openBrowser" | "redirects" | "onNeedsSignIn" | "onSignedIn"
> {
  /** Decides about every address that signing in leads to. */
  readonly gate: AddressGate;
  readonly onWarning: (warning: string) => void;
}

export function openServerSignIn(spec: ServerSpec, options: ServerSignInOptions): ServerSignIn {
  if (spec.type !== "http" && spec.type !== "sse") {
    return { signIn: async () => undefined, run: (operation) => operation(), close: async () => {} };
  }
  let opening: Promise<SignIn> | undefined;
  const open = () => (opening ??= openRemote(spec, options));
  return {
    signIn: open,
    async run(operation, once) {
      const signIn = await open();
      try {
        return await signIn.run(operation, once);
      } catch (error) {
        throw await toServerError(error, spec.name);
      }
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

/** Loaded with the first remote server; most sessions have none. */
async function openRemote(spec: RemoteServerSpec, options: ServerSignInOptions): Promise<SignIn> {
  const [{ createSignIn }, { checkedFetch }] = await Promise.all([
    import("./sign-in.ts"),
    import("./checked-fetch.ts"),
  ]);
  const { gate, onWarning, ...rest } = options;
  const warn = (message: string) => onWarning(`${spec.name}: ${message}`);
  return createSignIn({ ...rest, spec, fetch: checkedFetch(gate), onWarning: warn });
}

async function toServerError(error: unknown, server: string): Promise<unknown> {
  const { findSignInError } = await import("./sign-in-error.ts");
  const needed = findSignInError(error);
  if (needed?.code !== "needs_sign_in") return needed ?? error;
  return new NeedsSignInError(server, needed.details, { cause: needed });
}
