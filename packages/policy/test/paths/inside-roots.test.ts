import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { insideRoots } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** `ws` is the root; `outside` and `ws-evil` are not in it. */
async function playground() {
  const folder = await temporaryFolder();
  const at = (...parts: string[]) => join(folder.path, ...parts);
  for (const name of ["ws/src/deep", "outside/deep", "ws-evil"]) await mkdir(at(name), { recursive: true });
  for (const name of ["ws/file", "ws/src/file", "outside/file", "ws-evil/file"]) await writeFile(at(name), name);
  return { at, root: at("ws"), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe.skipIf(process.platform === "win32")("[K-03] insideRoots", () => {
  it("takes what is inside, whether it exists or not, and gives its real path", async () => {
    await using ground = await playground();
    for (const name of ["", "file", "src/deep", "new", "new/deeper/file", "..file", "src/..a/b"]) {
      expect(await insideRoots(ground.at("ws", name), [ground.root])).toEqual({
        isInside: true,
        path: ground.at("ws", name),
        root: ground.root,
      });
    }
  });

  it("refuses what is outside: absolute, above, a neighbour whose name begins alike", async () => {
    await using ground = await playground();
    const paths = [
      ground.at("outside/file"),
      `${ground.root}/../outside/file`,
      `${ground.root}/src/../../outside/new`,
      ground.at("ws-evil/file"),
      ground.at("."),
      "/",
      "/etc/passwd",
    ];
    for (const path of paths) expect(await insideRoots(path, [ground.root])).toMatchObject({ isInside: false });
  });

  it("refuses links that lead out: of a file, of a folder, of a link, dangling", async () => {
    await using ground = await playground();
    await symlink(ground.at("outside/file"), ground.at("ws/to-file"));
    await symlink(ground.at("outside"), ground.at("ws/to-folder"));
    await symlink("../outside/deep", ground.at("ws/relative"));
    await symlink("to-folder", ground.at("ws/to-link"));
    await symlink(ground.at("outside/not-yet"), ground.at("ws/dangling"));
    await symlink("../outside/not-yet/deeper", ground.at("ws/dangling-deeper"));
    for (const name of [
      "to-file",
      "to-folder/file",
      "to-folder/new",
      "relative/new",
      "to-link/file",
      "dangling",
      "dangling-deeper",
      "dangling/new",
    ]) {
      const check = await insideRoots(ground.at("ws", name), [ground.root]);
      expect(check).toMatchObject({ isInside: false, path: expect.stringContaining(ground.at("outside")) });
    }
  });

  it("takes links that stay inside, also dangling ones, and says where they lead", async () => {
    await using ground = await playground();
    await symlink("src", ground.at("ws/alias"));
    await symlink("src/not-yet", ground.at("ws/dangling"));
    expect(await insideRoots(ground.at("ws/alias/file"), [ground.root])).toMatchObject({
      path: ground.at("ws/src/file"),
    });
    expect(await insideRoots(ground.at("ws/dangling"), [ground.root])).toMatchObject({
      path: ground.at("ws/src/not-yet"),
    });
  });

  it("[K-09] works when the root itself is reached through a link, in either direction", async () => {
    await using ground = await playground();
    await symlink(ground.root, ground.at("linked"));
    const inside = { isInside: true, path: ground.at("ws/file"), root: ground.root };
    expect(await insideRoots(ground.at("linked/file"), [ground.root])).toEqual(inside);
    expect(await insideRoots(ground.at("ws/file"), [ground.at("linked")])).toEqual(inside);
    expect(await insideRoots(ground.at("linked/file"), [ground.at("linked")])).toEqual(inside);
  });

  it("[K-09] goes up from where a link leads, as the system does", async () => {
    await using ground = await playground();
    await symlink(ground.at("outside/deep"), ground.at("ws/alias"));
    await symlink("src/deep", ground.at("ws/inner"));
    // In the text, alias/../file is ws/file; for the system it is outside/file.
    expect(await insideRoots(`${ground.root}/alias/../file`, [ground.root])).toMatchObject({
      isInside: false,
      path: ground.at("outside/file"),
    });
    expect(await insideRoots(`${ground.root}/inner/../file`, [ground.root])).toMatchObject({
      isInside: true,
      path: ground.at("ws/src/file"),
    });
  });

  it("refuses what the system would refuse: up from nothing, below a file, links in a circle, a zero byte", async () => {
    await using ground = await playground();
    await symlink("circle", ground.at("ws/circle"));
    for (const name of ["nothing/../file", "file/../file", "file/new", "circle", "circle/new", "a\0b"]) {
      expect(await insideRoots(`${ground.root}/${name}`, [ground.root])).toMatchObject({ isInside: false });
    }
    expect(await insideRoots("ws/file", [ground.root])).toMatchObject({ reason: "It is not an absolute path." });
    expect(await insideRoots("", [ground.root])).toMatchObject({ isInside: false });
  });

  it("takes what is in any of several roots, and nothing if there is none", async () => {
    await using ground = await playground();
    expect(await insideRoots(ground.at("outside/file"), [ground.root, ground.at("outside")])).toMatchObject({
      root: ground.at("outside"),
    });
    expect(await insideRoots(ground.at("ws/file"), [])).toMatchObject({ isInside: false });
  });

  it("agrees with the system about every path that exists", async () => {
    await using ground = await playground();
    await symlink("src", ground.at("ws/alias"));
    await symlink("../../outside", ground.at("ws/src/out"));
    await symlink("../ws", ground.at("outside/back"));
    const part = fc.constantFrom("ws", "src", "alias", "out", "back", "outside", "deep", "file", "..", ".", "");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const path = `${ground.root}/${parts.join("/")}`;
        const real = await realpath(path).catch(() => undefined);
        fc.pre(real !== undefined);
        const isIn = real === ground.root || real.startsWith(`${ground.root}/`);
        expect(await insideRoots(path, [ground.root])).toMatchObject({ isInside: isIn, path: real });
      }),
      { numRuns: 60 },
    );
  });
});
