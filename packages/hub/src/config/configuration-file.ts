/**
 * `tenon.json` as its owner wrote it: what `configuration-schema.ts` describes, as types. A test holds the two together.
 */

import type { IncludeMode, SignInSpec } from "../server-spec.ts";

export interface ConfigurationFile {
  readonly $schema?: string;
  readonly mcpServers?: Readonly<Record<string, ServerEntry>>;
  readonly servers?: Readonly<Record<string, ServerEntry>>;
  readonly include?: IncludeMode;
  readonly limits?: SessionLimits;
  readonly signIn?: Readonly<Record<string, SignInSpec>>;
  readonly policy?: unknown;
  readonly commands?: CommandSettings;
  readonly model?: string;
  readonly store?: string;
}

export interface ServerEntry {
  readonly command?: string;
  readonly args?: readonly Value[];
  readonly env?: Readonly<Record<string, Value | null>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, Value | null>>;
  readonly signIn?: SignInSpec;
  readonly type?: "stdio" | "http" | "streamable-http" | "streamableHttp" | "sse";
  readonly serverUrl?: string;
  readonly httpUrl?: string;
  readonly disabled?: boolean;
  readonly enabled?: boolean;
  readonly shared?: boolean;
  readonly include?: IncludeMode;
  readonly tools?: Readonly<Record<string, IncludeMode>>;
  readonly revision?: "2025-11-25" | "2026-07-28";
  readonly limits?: ServerLimits;
}

export interface CommandSettings {
  readonly environment?: readonly string[];
}

/** People write ports and switches without quotes. */
export type Value = string | number | boolean;

export interface SessionLimits {
  readonly servers?: number;
  readonly processes?: number;
  readonly startMs?: number;
  readonly endMs?: number;
  readonly tools?: number;
  readonly offered?: number;
  readonly waitMs?: number;
}

export interface ServerLimits {
  readonly startMs?: number;
  readonly endMs?: number;
  readonly callMs?: number;
  readonly longestCallMs?: number;
  readonly callsAtOnce?: number;
  readonly callsPerMinute?: number;
  readonly resultCharacters?: number;
}
