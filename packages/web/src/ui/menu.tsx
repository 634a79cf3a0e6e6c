/**
 * A button with a menu. What draws the menu is loaded when it is first wanted.
 */

import { cloneElement, type HTMLAttributes, type ReactElement, Suspense, useState } from "react";

import type { IconName } from "./icon.tsx";
import { later } from "./later.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is disabled. */
  readonly title?: string;
}

export interface MenuProps {
  readonly items: readonly MenuItem[];
  /** The button. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

const load = () => import("./open-menu.tsx");
const OpenMenu = later(load);

export function Menu({ items, children }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = cloneElement(children, {
    "aria-haspopup": "menu",
    onPointerEnter: () => void load().catch(() => {}),
    onClick: () => setWanted(true),
  });
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu items={items}>{children}</OpenMenu>
    </Suspense>
  );
}
