import { expect, it } from "vitest";

import { findForge } from "../src/forge/open-forge.ts";
import { createGit } from "../src/programs/git.ts";
import { sampleProject } from "./sample-project.ts";

const { signal } = new AbortController();

it.each([
  ["git@github.com:ada/shop.git", {}, { type: "github", api: "https://api.github.com", project: "ada/shop" }],
  ["https://gitlab.com/g/t/shop", {}, { type: "gitlab", api: "https://gitlab.com/api/v4", project: "g/t/shop" }],
  [
    "https://git.example.com/ada/shop",
    { GITHUB_API_URL: "https://git.example.com/api/v3" },
    { type: "github", api: "https://git.example.com/api/v3", project: "ada/shop" },
  ],
  [
    "https://git.example.com/ada/shop",
    { GITLAB_URL: "https://git.example.com", GITHUB_API_URL: "https://api.github.com" },
    { type: "gitlab", api: "https://git.example.com/api/v4", project: "ada/shop" },
  ],
])("finds the service of %s with %j", async (remote, env, expected) => {
  using project = sampleProject({ "README.md": "Shop\n" });
  project.git("remote", "add", "origin", remote);
  const git = createGit(project.folder, process.env);
  expect(await findForge({ env, git }, signal)).toEqual(expected);
});

it.each([["https://github.evil.example/ada/shop"], ["https://gitlab.evil.example/ada/shop"]])(
  "sends no token to the host of the remote %s, which the user did not set",
  async (remote) => {
    using project = sampleProject({ "README.md": "Shop\n" });
    project.git("remote", "add", "origin", remote);
    const git = createGit(project.folder, process.env);
    await expect(findForge({ env: { GITHUB_TOKEN: "secret" }, git }, signal)).rejects.toThrow("no remote on GitHub");
  },
);
