/**
 * What is in a bundle, as a CycloneDX 1.6 document. Written from the bundle's modules: `npm sbom` and its kin read the
 * manifest, which lists what was installed and knows nothing of a bundle.
 */

import type { BundledPackage } from "./bundled-packages.ts";

export function sbom(
  subject: { readonly name: string; readonly version: string },
  packages: readonly BundledPackage[],
) {
  const own = { type: "application", "bom-ref": purl(subject), ...subject, purl: purl(subject) };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: own },
    components: packages.map(({ name, version, license, homepage }) => ({
      type: "library",
      "bom-ref": purl({ name, version }),
      name,
      version,
      purl: purl({ name, version }),
      // One identifier is an id, "A OR B" an expression: the schema refuses one in the other's field.
      licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
      ...(homepage !== undefined && { externalReferences: [{ type: "website", url: homepage }] }),
    })),
    dependencies: [{ ref: purl(subject), dependsOn: packages.map(purl) }],
  };
}

function purl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}
