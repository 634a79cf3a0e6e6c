/**
 * Signing in: a provider's model needs a key, and the user may need to know where to put it. The rehearsal model needs
 * none, so a user who did not choose a provider need not sign in.
 */

import { RequestError } from "@agentclientprotocol/sdk";

import { errorMessage, RPC_ERROR } from "@tenon/basis";

import { type ModelChoice, REHEARSAL } from "../model/model-choice.ts";
import { KEY } from "./sign-in-methods.ts";

export interface SignIn {
  /** Looks again whether there is a key. */
  authenticate(methodId: string): Promise<void>;
  /** Forgets stored keys; new sessions need a sign-in again [R140]. */
  logout(): Promise<void>;
  /** Throws if the user has signed out and not in again. */
  check(): void;
  /** Whether a session can be opened without a sign-in. Changes nothing. */
  status(): Promise<{ readonly state: "authenticated" | "unauthenticated" | "not_required" | "unknown" }>;
}

export function createSignIn(models: ModelChoice): SignIn {
  const needsKey = models.defaultId !== REHEARSAL;
  let isSignedOut = false;
  return {
    async authenticate(methodId) {
      // A terminal method is run by the client, and never comes here [R137].
      if (methodId !== KEY.id) throw RequestError.invalidParams({ methodId }, `Unknown sign-in method: ${methodId}`);
      await models.open(models.defaultId).catch((error: unknown) => {
        throw signInNeeded(errorMessage(error));
      });
      isSignedOut = false;
    },
    async logout() {
      await models.forgetKeys?.();
      isSignedOut = needsKey;
    },
    check() {
      if (isSignedOut) throw signInNeeded("You have signed out.");
    },
    async status() {
      if (!needsKey) return { state: "not_required" };
      if (isSignedOut) return { state: "unauthenticated" };
      // Loaded when it is needed, which is seldom.
      const { providers } = await import("../model/providers/providers.ts");
      const provider = providers.find(({ id }) => models.defaultId.startsWith(`${id}/`));
      if (provider?.needsKey === false) return { state: "not_required" };
      return await models.open(models.defaultId).then(
        () => ({ state: "authenticated" }),
        (error: unknown) => ({ state: Object(error).code === "no_key" ? "unauthenticated" : "unknown" }),
      );
    },
  };
}

export function signInNeeded(message: string): RequestError {
  return new RequestError(RPC_ERROR.authRequired, message);
}
