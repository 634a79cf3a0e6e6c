import type { KeyboardEvent, PointerEvent } from "react";

import { t } from "../language/t.ts";
import { clampWidth, useShell, useShellState } from "../shell/shell-state.ts";

const STEP_PX = 24;

/** The edge of the panel, which is dragged or moved by the arrow keys. */
export function PanelHandle() {
  const shell = useShell();
  const width = useShellState((state) => state.panelWidth);
  const set = (next: number) => shell.setState({ panelWidth: clampWidth(next) });
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const panel = event.currentTarget.parentElement;
    if (panel && event.currentTarget.hasPointerCapture(event.pointerId)) {
      set(panel.getBoundingClientRect().right - event.clientX);
    }
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") set(width + STEP_PX);
    if (key === "ArrowRight") set(width - STEP_PX);
  };
  return (
    <div
      role="separator"
      aria-label={t("Width of the panel")}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={280}
      aria-valuemax={720}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent/30 focus-visible:bg-accent/30"
    />
  );
}
