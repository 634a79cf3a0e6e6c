/**
 * The floor: rules that no mode and no rule of a project can lower. Only a rule of the user's that names the place by its
 * whole path can, and no remembered approval does: where the floor asks, it asks every time.
 *
 * These know places by name. What this run has configured, and where links lead, `findFloor` adds.
 */

import type { Rule } from "../rule.ts";
import { anywhere } from "./anywhere.ts";
import { EXECUTED_PLACES } from "./executed-places.ts";
import { type OwnPlaces, ownPlaceRules } from "./own-place-rules.ts";
import { SECRET_PLACES } from "./secret-places.ts";

/** Where our configuration and our data are on each system if no variable says otherwise. */
const USUAL_PLACES: OwnPlaces = {
  config: anywhere([".config/tenon", "AppData/Roaming/tenon"]),
  data: anywhere([".local/share/tenon", "AppData/Local/tenon"]),
};

export const floorRules: readonly Rule[] = [
  {
    effect: "deny",
    when: { path: SECRET_PLACES },
    why: "it holds keys or credentials; a rule that allows it must name the file by its full path",
    isFloor: true,
  },
  ...ownPlaceRules(USUAL_PLACES),
  ...EXECUTED_PLACES.map(({ why, places }): Rule => ({
    effect: "ask",
    when: { path: places, access: "write" },
    why,
    isFloor: true,
  })),
];
