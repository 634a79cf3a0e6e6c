/**
 * A piece of a project's file that counts for nothing until the user has trusted exactly this content, in this folder
 * [K-02, K-10].
 *
 * Each server is a piece of its own, and so are all the settings together: an edit withdraws the trust of what it
 * changed and leaves the others running [O-03].
 */

import { hash } from "node:crypto";

import { canonicalJson } from "@tenon/policy";

export interface TrustRequest {
  /** The project's folder, by its real path. */
  readonly folder: string;
  readonly file: string;
  /** The name of the server; none for the settings of the file. */
  readonly server?: string;
  /** What is to be trusted, as it is written, before variables are put in: canonical JSON with the server's name. */
  readonly content: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly fingerprint: string;
  /** Variables of the user's environment that it would read: trusting it hands them over. */
  readonly reads: readonly string[];
  /** Variables it would set that can make an honest program run other code [K-18]. */
  readonly codeVariables: readonly string[];
}

export interface Trust {
  /**
   * Whether the user has trusted exactly this content in this folder. Anything but `true`, also a rejection, is a no
   * [K-11].
   */
  readonly isTrusted: (folder: string, content: string) => boolean | Promise<boolean>;
  /** Whether setting this variable can make a program run other code. None by default. */
  readonly isCodeVariable?: (name: string) => boolean;
}

export function trustRequest(
  piece: Omit<TrustRequest, "content" | "fingerprint"> & { readonly written: unknown },
): TrustRequest {
  const { written, ...rest } = piece;
  const kind = rest.server === undefined ? { settings: written } : { server: rest.server, entry: written };
  const content = canonicalJson(kind);
  return { ...rest, content, fingerprint: hash("sha256", content) };
}
