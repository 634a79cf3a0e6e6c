/**
 * The page's icons: strokes of even weight on a 16 × 16 grid.
 */

const PATHS = {
  plus: "M8 3.5v9M3.5 8h9",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.1 3.1",
  close: "m4.5 4.5 7 7m0-7-7 7",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  panel: "M2.5 3.5h11v9h-11zM10 3.5v9",
  send: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
  stop: "M5 5h6v6H5z",
  attach: "M13 7.6 8.2 12.4a3 3 0 0 1-4.3-4.3l5.1-5.1a2 2 0 0 1 2.9 2.9l-5 5a1 1 0 0 1-1.5-1.4l4.5-4.5",
  down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
  chevron: "m6 4 4 4-4 4",
  check: "m3.5 8.5 3 3 6-7",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  sun: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.8v1.4m0 9.6v1.4M1.8 8h1.4m9.6 0h1.4M3.6 3.6l1 1m6.8 6.8 1 1m0-8.8-1 1m-6.8 6.8-1 1",
  moon: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6Z",
  help: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.2h.01",
  folder: "M2.5 4.5v7.5h11V5.5H8L6.5 4h-4z",
  rename: "M3 13h2.2l7.3-7.3-2.2-2.2L3 10.8zM9 4.8 11.2 7",
  fork: "M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm7 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm-7 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0-8v5m7-5c0 3-7 1.5-7 4.5",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  download: "M8 2.5v7M5 7l3 3 3-3M3 13h10",
  warning: "M8 2.5 14.2 13H1.8zM8 6.5v3M8 11.3h.01",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5v3.3M8 5.2h.01",
  image: "M2.5 3.5h11v9h-11zM2.5 11l3.2-3.2 2.8 2.8 2-2 3 3M10.5 6.2h.01",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  globe:
    "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 1.6 2.8 3.7 2.8 6S10 12.4 8 14c-2-1.6-2.8-3.7-2.8-6S6 3.6 8 2Z",
  terminal: "M2.5 3.5h11v9h-11zM5 6.5 7 8.5l-2 2M8.5 10.5h2.5",
  wrench: "M9.6 6.4a3.2 3.2 0 0 1 4-4L11.5 4.5v1h1l2.1-2.1a3.2 3.2 0 0 1-4 4l-5.7 5.7a1.4 1.4 0 0 1-2-2z",
  bell: "M4.5 11V7a3.5 3.5 0 0 1 7 0v4l1 1.2H3.5zM6.8 13.8h2.4",
  "bell-off": "M4.5 11V7a3.5 3.5 0 0 1 5.6-2.8M11.5 7v4l1 1.2H3.5M6.8 13.8h2.4M2.5 2.5l11 11",
  link: "M6.5 9.5l3-3M7 4.8l1.2-1.2a2.6 2.6 0 0 1 3.7 3.7L10.7 8.5M9 11.2l-1.2 1.2a2.6 2.6 0 0 1-3.7-3.7L5.3 7.5",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 4v8M10.5 4v8",
  back: "M4 4v8M12 4 6.5 8l5.5 4z",
  forward: "M12 4v8M4 4l5.5 4L4 12z",
  shield: "M8 2.5 13 4v4c0 3-2 5-5 5.8C5 13 3 11 3 8V4z",
  refresh: "M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3",
  person: "M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.8 13.5c.6-2.4 2.6-3.7 5.2-3.7s4.6 1.3 5.2 3.7",
  people:
    "M6 7.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM1.5 13c.5-2.2 2.2-3.5 4.5-3.5s4 1.3 4.5 3.5M10.5 2.9a2.3 2.3 0 0 1 0 4.4M12 9.8c1.3.5 2.2 1.6 2.5 3.2",
  exit: "M6.5 13.5h-4v-11h4M10 11l3-3-3-3M13 8H6",
  key: "M6 12.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.2 7.3 13 2.5M11 4.5l2 2",
  repeat: "M3.5 7V6a2 2 0 0 1 2-2H12M10 2l2 2-2 2M12.5 9v1a2 2 0 0 1-2 2H4M6 14l-2-2 2-2",
  swap: "M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13",
  thought: "M8 2.5a4 4 0 0 0-2.3 7.3v1.7h4.6V9.8A4 4 0 0 0 8 2.5ZM6.5 13.5h3",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = "" }: { readonly name: IconName; readonly className?: string }) {
  const size = /(?:^|\s)size-/u.test(className) ? "" : "size-4";
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`${size} shrink-0 fill-none stroke-current ${className}`}
      strokeWidth={name === "more" ? 2 : 1.35}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
