import { describe, expect, it } from "vitest";

import { indexOf, makeTool, smallCatalogue } from "../catalogue.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

const index = indexOf(smallCatalogue);
const best = (request: string) => index.search(request)[0]?.tool.tool;

describe("a tool is found", () => {
  it.each([
    ["list directory", "list_directory"],
    ["what is in this folder?", "list_directory"],
    ["make a new folder called fixtures", "create_directory"],
    ["get rid of notes.txt", "delete_file"],
    ["where are all the *.test.ts files?", "search_files"],
    ["open README.md", "read_text_file"],
    ["go to https://example.com", "navigate"],
    ["take a picture of the page", "take_screenshot"],
    ["any JavaScript errors?", "console_messages"],
    ["how many orders are in the db?", "count"],
    ["tap the Save button", "click"],
  ])("as a person would say it: %s", (request, tool) => {
    expect(best(request)).toBe(tool);
  });

  it.each([
    ["Zeig mir den Inhalt dieses Ordners", "list_directory"],
    ["Lösche die Datei alt.txt", "delete_file"],
    ["Fais une capture d'écran", "take_screenshot"],
    ["Crea una carpeta nueva", "create_directory"],
    ["Fonde il ramo: git merge", "git_merge"],
    ["сделай скриншот страницы", "take_screenshot"],
    ["删除文件", "delete_file"],
    ["スクリーンショットを撮って", "take_screenshot"],
    ["브랜치 병합", "git_merge"],
    ["比较一下历史", "git_log"],
    ["建立新資料夾", "create_directory"],
  ])("in another language: %s", (request, tool) => {
    expect(best(request)).toBe(tool);
  });

  it.each([
    ["take a screnshot", "take_screenshot"],
    ["create direcotry", "create_directory"],
    ["list colections", "list-collections"],
    ["what is in this fodler", "list_directory"],
  ])("in spite of a slip of the finger: %s", (request, tool) => {
    expect(best(request)).toBe(tool);
  });

  it.each([
    ["use mcp__git__git_fetch on the file", "git_fetch"],
    ["call 'git_fetch' for this branch", "git_fetch"],
  ])("[P-13] by its name, the model's or the server's: %s", (request, tool) => {
    expect(best(request)).toBe(tool);
  });

  it("by words of its own language", () => {
    const german = indexOf([
      makeTool("amt", "suche", { description: "Durchsucht die Akten nach Stichworten." }),
      makeTool("amt", "ablage", { description: "Legt eine Akte im Archiv ab." }),
    ]);
    expect(german.search("Archive und Ablagen")[0]?.tool.tool).toBe("ablage");
  });
});

it("knows words that mean something else together", () => {
  const forge = ["list_pull_requests", "merge_pull_request", "create_issue"].map((name) => makeTool("forge", name));
  const pull = makeTool("git", "git_pull", { description: "Pull from a remote. Pull requests are something else." });
  const together = indexOf([...smallCatalogue, ...forge, pull]);
  expect(together.search("which PRs are waiting for me?")[0]?.tool.tool).toBe("list_pull_requests");
  expect(together.search("merge pull request 88")[0]?.tool.tool).toBe("merge_pull_request");
  expect(together.search("pull from origin")[0]?.tool.tool).toBe("git_pull");
});

describe("the action outweighs what it is about", () => {
  const forge = indexOf([
    makeTool("forge", "create_pull_request", { description: "Create a pull request." }),
    makeTool("forge", "list_pull_requests", { description: "List open pull requests." }),
    makeTool("forge", "create_issue", { description: "Report something." }),
    makeTool("forge", "update_issue_status", { description: "Change the status of an issue that hangs." }),
    makeTool("forge", "export_report", { description: "Export a report to a file." }),
    makeTool("forge", "restore_file", { description: "Restore a deleted file." }),
    makeTool("forge", "delete_file", { description: "Delete a file." }),
    makeTool("memory", "open_nodes", { description: "Open nodes of the graph." }),
    makeTool("cache", "rpush", { description: "Push a value onto the right of a list." }),
    makeTool("cache", "sadd", { description: "Add a value to a set." }),
    makeTool("cache", "client_list", { description: "Get the list of clients." }),
  ]);
  it.each([
    ["open pull request", "create_pull_request"],
    ["open a pull request", "create_pull_request"],
    ["open the pull request for this branch", "create_pull_request"],
    ["which open pull requests are there?", "list_pull_requests"],
    ["append to list", "rpush"],
    ["File a bug that the export of the report hangs", "create_issue"],
    ["new issue: the export of the report to a file hangs", "create_issue"],
    ["bring the deleted file back", "restore_file"],
  ])("%s", (request, tool) => {
    expect(forge.search(request)[0]?.tool.tool).toBe(tool);
  });
});

it("does not search for the words of paths and quoted texts", () => {
  const tools = [
    makeTool("db", "create-index", { description: "Create an index." }),
    makeTool("files", "read", { description: "Read a file." }),
  ];
  expect(indexOf(tools).search("read src/create/index.ts and say 'index'")[0]?.tool.tool).toBe("read");
});

it("keeps away from what the request does not want", () => {
  expect(best("is there anything new on the remote? don't merge it yet")).toBe("git_fetch");
});

it("does not put an unasked deletion first", () => {
  expect(best("collections of the database")).toBe("list-collections");
});

it("prefers the server that is named", () => {
  const tools = ["alpha", "beta"].map((server) => makeTool(server, "search", { description: "Search pages." }));
  expect(indexOf(tools).search("search in beta")[0]?.tool.server).toBe("beta");
});

it("says what was found where, so that a person can see why", () => {
  expect(index.search("what is in this folder?", { limit: 1 })[0]?.matches).toEqual([
    { phrase: "what is in", term: "list", fields: ["name", "summary"] },
    { phrase: "folder", term: "directori", fields: ["name", "summary"] },
  ]);
});

it("finds nothing for nothing", () => {
  for (const request of ["", "   ", "the of and", "qqqqqq", "🙂"]) expect(index.search(request)).toEqual([]);
  expect(indexOf([]).search("read a file")).toEqual([]);
});

it("reads the beginning and the end of a long paste", () => {
  const paste = "at Object.<anonymous> (node:internal) 12:34\n".repeat(20_000);
  expect(best(`take a screenshot of the page\n${paste}`)).toBe("take_screenshot");
  expect(best(`${paste}\ntake a screenshot of the page`)).toBe("take_screenshot");
});

it("answers only with accepted tools, and with as many as it may", () => {
  const found = index.search("file", { limit: 2, accept: ({ tool }) => tool !== "read_text_file" });
  expect(found).toHaveLength(2);
  expect(found.map(({ tool }) => tool.tool)).not.toContain("read_text_file");
});

it("leaves the index that a server is taken out of as it was", () => {
  const smaller = index.removeServer("git");
  expect(smaller.search("commit history").some(({ tool }) => tool.server === "git")).toBe(false);
  expect(best("commit history")).toBe("git_log");
});
