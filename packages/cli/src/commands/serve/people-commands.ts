import { buildCommand, buildRouteMap } from "@stricli/core";

import { storeFlag } from "../../arguments/store-flag.ts";
import { withExamples } from "../../help/with-examples.ts";

const importCommand = buildCommand({
  loader: async () => (await import("./import-people.ts")).runImportPeople,
  parameters: {
    flags: { store: storeFlag },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, brief: "The file people.db in the data folder of the gateway", placeholder: "file" },
      ],
    },
  },
  docs: {
    brief: "Copy people, tokens, shares and the audit from a file into the store",
    fullDescription: withExamples(
      "For a gateway that goes from one machine to several. Copy its sessions with tenon log export and import.\n" +
        "A store that has people already is left as it is.",
      "tenon serve people import ~/.local/share/tenon/people.db --store /etc/tenon/store",
    ),
  },
});

export const peopleCommands = buildRouteMap({
  routes: { import: importCommand },
  docs: { brief: "The people of a gateway" },
});
