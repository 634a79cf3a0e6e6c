/**
 * The figures as an SVG that is legible on a light and on a dark page.
 */

import type { Cost, Growth } from "./measure.ts";

const [WIDTH, HEIGHT, GAP] = [340, 220, 20];
const BOX = { left: 64, right: 34, top: 44, bottom: 44 };

interface Panel {
  readonly title: string;
  readonly costs: readonly Cost[];
  readonly value: (cost: Cost) => number;
}

export function plotGrowth({ idle, streaming }: Growth): string {
  const panels: readonly Panel[] = [
    { title: "idle: statements a second", costs: idle, value: (cost) => cost.statementsPerSecond },
    { title: "idle: KB of WAL a second", costs: idle, value: (cost) => cost.writtenKbPerSecond },
    { title: "idle: ms to renew all leases", costs: idle, value: (cost) => cost.medianMs },
    { title: "streaming: statements a second", costs: streaming, value: (cost) => cost.statementsPerSecond },
    { title: "streaming: KB of WAL a second", costs: streaming, value: (cost) => cost.writtenKbPerSecond },
    { title: "streaming: ms until durable", costs: streaming, value: (cost) => cost.medianMs },
  ];
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % 3) * (WIDTH + GAP), Math.floor(index / 3) * (HEIGHT + GAP)];
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  const [width, height] = [3 * WIDTH + 2 * GAP, 2 * HEIGHT + GAP];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="How cost grows with sessions">
<style>
text { font: 13px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600 }
line { stroke: #8886 }
.ground { fill: #fff }
polyline { fill: none; stroke: #2a7ad2; stroke-width: 2 }
circle { fill: #2a7ad2 }
@media (prefers-color-scheme: dark) { .ground { fill: #16181c } text { fill: #ddd } polyline { stroke: #6cb0ff } circle { fill: #6cb0ff } }
</style>
<rect class="ground" width="100%" height="100%" rx="8"/>
${drawn.join("\n")}
</svg>
`;
}

/** Sessions on a logarithmic axis; values from zero. */
function drawPanel({ title, costs, value }: Panel): string {
  const top = Math.max(...costs.map(value)) * 1.15 || 1;
  const [first = 1, last = 1] = [costs[0]?.sessions, costs.at(-1)?.sessions];
  const inner = { width: WIDTH - BOX.left - BOX.right, height: HEIGHT - BOX.top - BOX.bottom };
  const x = (sessions: number) => BOX.left + (Math.log(sessions / first) / Math.log(last / first)) * inner.width;
  const y = (given: number) => BOX.top + inner.height * (1 - given / top);
  const points = costs.map((cost) => ({ x: x(cost.sessions), y: y(value(cost)), cost }));
  const floor = y(0);
  return [
    `<text class="title" x="${BOX.left}" y="20">${title}</text>`,
    `<line x1="${BOX.left}" y1="${floor}" x2="${WIDTH - BOX.right}" y2="${floor}"/>`,
    `<line x1="${BOX.left}" y1="${BOX.top}" x2="${BOX.left}" y2="${floor}"/>`,
    `<polyline points="${points.map((point) => `${round(point.x)},${round(point.y)}`).join(" ")}"/>`,
    ...points.map(
      (point) =>
        `<circle cx="${round(point.x)}" cy="${round(point.y)}" r="4"/>` +
        `<text x="${round(point.x)}" y="${round(point.y) - 9}" text-anchor="middle">${shown(value(point.cost))}</text>` +
        `<text x="${round(point.x)}" y="${floor + 18}" text-anchor="middle">${point.cost.sessions.toLocaleString("en")}</text>`,
    ),
    `<text x="${BOX.left + inner.width / 2}" y="${floor + 36}" text-anchor="middle">sessions</text>`,
  ].join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function shown(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}
