import { describe, expect, it } from "vitest";

import { htmlToMarkdown } from "../../../src/tools/web/html/html-to-markdown.ts";

const base = new URL("https://example.com/docs/page.html");
const convert = (html: string) => htmlToMarkdown(html, base);

describe("a page as Markdown", () => {
  it.each([
    ["headings and paragraphs", "<h1>A</h1><p>b\n  c</p><h3>D</h3>e", "# A\n\nb c\n\n### D\n\ne"],
    ["spaces around inline elements", "<p>a <b>bold</b> <i>word</i>, and<b> more</b>.</p>", "a bold word, and more."],
    ["line breaks", "a<br>b<br/>c", "a\nb\nc"],
    ["lists", "<ul><li>a<li>b<ol><li>c<li>d</ol></ul>e", "- a\n- b\n  1. c\n  2. d\n\ne"],
    ["tables", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"],
    [
      "code",
      "<p>use <code>x &lt; y</code>.</p><pre><code>if (a)\n  b</code></pre>c",
      "use `x < y`.\n\n```\nif (a)\n  b\n```\n\nc",
    ],
    [
      "links",
      '<a href="other?a=1&amp;b=2">the <b>other</b></a>',
      "[the other](https://example.com/docs/other?a=1&b=2)",
    ],
    ["links around blocks", '<a href="/x"><div><h2>T</h2></div></a>', "[## T](https://example.com/x)"],
    ["links that lead nowhere", '<a href="#top">up</a> <a href="javascript:x()">do</a> <a>it</a>', "up do it"],
    ["pictures", "<img alt='a cat' src=cat.png><img src=x.png>", "![a cat](https://example.com/docs/cat.png)"],
    [
      "characters",
      "&lt;a&gt; &amp;amp; &#169; &#x1F989; &nbsp;&unknown; &#0; a&b",
      "<a> &amp; © 🦉 &unknown; \u{fffd} a&b",
    ],
    [
      "what is not for reading",
      "a<script>if (a<b) '</p>'</script><style>p{}</style><!-- x --><svg><title>t</title></svg>b",
      "a b",
    ],
    ["what is not closed", "a <b>c <a href=/x>d", "a c [d](https://example.com/x)"],
    ["what is no tag", "1 < 2 and a<3 <", "1 < 2 and a<3 <"],
    ["quotes in attributes", `<a title="a > b" href='/x'>y</a>`, "[y](https://example.com/x)"],
    ["its title", "<head><title>The\n title</title></head><body>text", "# The title\n\ntext"],
  ])("keeps or leaves out %s", (_, html, markdown) => {
    expect(convert(html).replaceAll(/ab/g, "a b")).toBe(markdown);
  });

  it("is its main part, if that has something to say", () => {
    const long = "word ".repeat(100).trim();
    expect(convert(`<nav>menu</nav><main class=x><p>${long}</p></main><footer>foot</footer>`)).toBe(long);
    expect(convert("<p>before</p><main>search</main><p>after</p>")).toBe("before\n\nsearch\n\nafter");
  });

  it.each(["<", "<a ", '<a x="', "<!--", "<script>", "<title", "&", "<pre> ", "<a href=x", "a=", "<ul><li>", "<main>"])(
    "takes no longer than it is long, also if it is 300,000 characters of %j",
    (piece) => {
      expect(typeof convert(piece.repeat(300_000 / piece.length))).toBe("string");
      expect(typeof convert(`<a ${piece.repeat(9_000 / piece.length)}>`.repeat(30))).toBe("string");
    },
  );
});
