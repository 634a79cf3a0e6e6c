import type { Model } from "./model.ts";
import { rehearsalModel } from "./rehearsal/rehearsal-model.ts";

/** The model for a name given on the command line. Throws, naming those there are, when there is none. */
export function modelByName(name: string): Model {
  if (name === "rehearsal") return rehearsalModel();
  throw new Error(`There is no model called ${name}. There is: rehearsal.`);
}
