import { describe, expect, it } from "vitest";

import { rootOf, stem } from "../../../src/offer/search/stem.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

describe("stem", () => {
  it.each([
    ["create", "creates", "created", "creating", "creation"],
    ["query", "queries"],
    ["stop", "stops", "stopped", "stopping"],
    ["page", "pages", "paging"],
    ["search", "searches", "searching"],
    ["fill", "fills", "filled", "filling"],
    ["directory", "directories"],
    ["box", "boxes"],
  ])("brings the forms of %s together", (word, ...forms) => {
    expect(forms.map(stem)).toEqual(forms.map(() => stem(word)));
  });

  it.each([
    ["file", "fill"],
    ["new", "news"],
    ["status", "state"],
    ["string", "str"],
    ["need", "ne"],
  ])("keeps %s and %s apart", (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});

it.each([
  ["connect", "connection"],
  ["dokument", "dokumente", "dokumenten"],
  ["carpeta", "carpetas"],
  ["fichier", "fichiers"],
  ["kollektion", "kollektionen"],
  ["usuario", "usuarios", "usuarias"],
])("finds one root in the forms of %s", (word, ...forms) => {
  const root = (form: string) => rootOf(stem(form));
  expect(forms.map(root)).toEqual(forms.map(() => root(word)));
});
