/**
 * A dropdown menu.
 */

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is disabled. */
  readonly title?: string;
}

export function Menu({ items, children }: { readonly items: readonly MenuItem[]; readonly children: ReactNode }) {
  return (
    // Modal, it would write a style element to hold the page still, which the page's policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-40 rounded-lg border border-line bg-surface p-1 shadow-lift"
        >
          {items.map(({ label, icon, onSelect, title, isDangerous = false, isDisabled = false }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              disabled={isDisabled}
              title={title}
              className={`flex h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:h-10 ${isDangerous ? "text-bad" : "text-text"}`}
            >
              <Icon name={icon} className={isDangerous ? "" : "text-muted"} />
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
