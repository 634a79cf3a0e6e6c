/**
 * The floor: rules that no mode and no rule of a project can lower. Only a rule of the user's that names the path by its
 * whole path can, and no remembered approval does: where the floor asks, it asks every time.
 *
 * These know paths by name. What this run has configured, and where links lead, `findFloor` adds.
 */

import type { Rule } from "../rule.ts";
import { anywhere } from "./anywhere.ts";
import { EXECUTED_PATHS } from "./executed-paths.ts";
import { type OwnPaths, ownPathRules } from "./own-path-rules.ts";
import { SECRET_PATHS } from "./secret-paths.ts";

/** Where our configuration and our data are on each system if no variable says otherwise. */
const USUAL_PATHS: OwnPaths = {
  config: anywhere([".config/tenon", "AppData/Roaming/tenon"]),
  data: anywhere([".local/share/tenon", "AppData/Local/tenon"]),
};

export const floorRules: readonly Rule[] = [
  {
    effect: "deny",
    when: { path: SECRET_PATHS },
    why: "it holds keys or credentials; a rule that allows it must name the file by its full path",
    isFloor: true,
  },
  ...ownPathRules(USUAL_PATHS),
  ...EXECUTED_PATHS.map(({ why, paths }): Rule => ({
    effect: "ask",
    when: { path: paths, access: "write" },
    why,
    isFloor: true,
  })),
];
