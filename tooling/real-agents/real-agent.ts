/**
 * An agent that people really use, as data: which package, how to launch it, what points it at a model on this machine, and
 * how its model writes a file.
 */

import { type ModelSettings, modelSettings } from "@tenon/client";
import type { ModelServer } from "@tenon/testkit/model";

export interface RealAgent {
  readonly name: string;
  readonly packageName: string;
  /** Pinned: npm gives an older version than the newest where the machine's Node.js is too old for that. */
  readonly version: string;
  /** The name of its program in `node_modules/.bin`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Other packages that it needs, with their versions; their programs are on its PATH. */
  readonly needs?: readonly string[];
  /** Its package is not complete before its own script has run. */
  readonly needsInstallScript?: true;
  /** The mode in which it asks before it writes, where that is not the first one. */
  readonly mode?: string;
  /** It must not be offered the client's files. */
  readonly withoutFiles?: true;
  /** The transport over which it takes a client's servers, where that is not stdio. */
  readonly lentOver?: "http";
  /** Checks that fail because of the agent, and why. */
  readonly knownFaults?: Readonly<Record<string, string>>;
  settings(place: Place): ModelSettings;
  readonly write: WriteTool;
}

export interface Place {
  readonly home: string;
  readonly model: ModelServer;
}

/** How its model calls for a file to be written. */
export interface WriteTool {
  readonly name: string;
  arguments(file: { readonly path: string; readonly content: string }): Readonly<Record<string, unknown>>;
}

/** Opens nothing. */
export const KEY = "fake-key";

/** As the client points this preset at a model. */
export function settingsOf(preset: string): RealAgent["settings"] {
  return ({ home, model }) => {
    const settings = modelSettings(preset, { home, url: model.url });
    if (!settings) throw new Error(`Nothing is known that points ${preset} at another model`);
    return settings;
  };
}

export function writesTo(pathName: string, contentName = "content"): WriteTool["arguments"] {
  return ({ path, content }) => ({ [pathName]: path, [contentName]: content });
}
