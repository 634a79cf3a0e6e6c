/**
 * Puts two files beside a bundle: the licence texts of the packages in it, and the list of them as an SBOM. Fails the
 * build when a package has no licence text, so nothing is published without its notice.
 */

import { bundledPackages } from "./bundled-packages.ts";
import { noticesText } from "./notices-text.ts";
import { sbom } from "./sbom.ts";

export const NOTICES_FILE = "THIRD-PARTY-NOTICES.txt";
export const SBOM_FILE = "sbom.cdx.json";

interface Subject {
  readonly name: string;
  readonly version: string;
  /** Modules that no chunk lists, such as style sheets that another style sheet imports. */
  readonly alsoBundled?: readonly string[];
}

type Bundle = Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>;

interface Emitter {
  emitFile(file: { type: "asset"; fileName: string; source: string }): unknown;
}

export function notices({ name, version, alsoBundled = [] }: Subject) {
  const modules = new Set(alsoBundled);
  const collect = (bundle: Bundle) => {
    for (const output of Object.values(bundle)) for (const id of output.moduleIds ?? []) modules.add(id);
  };
  return {
    /** For bundles that become part of this one, such as a page's workers. */
    collector: {
      name: "notices-collector",
      generateBundle(_: unknown, bundle: Bundle): void {
        collect(bundle);
      },
    },
    plugin: {
      name: "notices",
      generateBundle(this: Emitter, _: unknown, bundle: Bundle): void {
        collect(bundle);
        const packages = bundledPackages(modules);
        if (packages.length === 0) return;
        this.emitFile({ type: "asset", fileName: NOTICES_FILE, source: noticesText(packages) });
        const list = JSON.stringify(sbom({ name, version }, packages), undefined, 2);
        this.emitFile({ type: "asset", fileName: SBOM_FILE, source: `${list}\n` });
      },
    },
  };
}
