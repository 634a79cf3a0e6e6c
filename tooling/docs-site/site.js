// The theme, the contents on a narrow screen, and the search. Without it every page can still be read.

const root = document.documentElement;
const stored = localStorage.getItem("theme");
if (stored) root.dataset.theme = stored;
document.querySelector(".theme").addEventListener("click", () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

const menu = document.querySelector(".menu");
menu.addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("contents");
  menu.setAttribute("aria-expanded", String(isOpen));
});

const input = document.querySelector("input[type=search]");
const results = document.querySelector("#results");
let chosen = -1;

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /input|textarea/i.test(document.activeElement.tagName)) return;
  event.preventDefault();
  input.focus();
});
input.addEventListener("input", () => show(search(input.value)));
input.addEventListener("keydown", (event) => {
  const links = [...results.querySelectorAll("a")];
  if (event.key === "Escape") show([]);
  if (event.key === "Enter") links[Math.max(0, chosen)]?.click();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  chosen = Math.max(0, Math.min(links.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
  links.forEach((link, at) => link.classList.toggle("chosen", at === chosen));
  links[chosen]?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) show([]);
});

/** Sections with every word, those first that have them in a heading. */
function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return globalThis.searchIndex
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 12)
    .map(({ entry }) => ({ entry, words }));
}

function score([, title, , heading, text], words) {
  const phrase = words.join(" ");
  let sum = (heading.toLowerCase().includes(phrase) ? 16 : 0) + (text.toLowerCase().includes(phrase) ? 6 : 0);
  for (const word of words) {
    const found =
      (heading.toLowerCase().includes(word) ? 8 : 0) +
      (title.toLowerCase().includes(word) ? 4 : 0) +
      Math.min(3, text.toLowerCase().split(word).length - 1);
    if (found === 0) return 0;
    sum += found;
  }
  return sum;
}

function show(found) {
  chosen = -1;
  results.replaceChildren(...found.map(row));
  results.hidden = found.length === 0;
  input.setAttribute("aria-expanded", String(found.length > 0));
}

function row({ entry: [name, title, id, heading, text], words }) {
  const link = document.createElement("a");
  link.href = `${name}.html#${id}`;
  link.addEventListener("click", () => show([]));
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 30);
  for (const [tag, words] of [
    ["strong", heading === title ? title : `${title} › ${heading}`],
    ["small", `${at > 0 ? "…" : ""}${text.slice(at, at + 110)}`],
  ]) {
    const part = document.createElement(tag);
    part.textContent = words;
    link.append(part);
  }
  const item = document.createElement("li");
  item.append(link);
  return item;
}
