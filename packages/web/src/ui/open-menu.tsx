/**
 * A dropdown menu, loaded when one is first opened.
 */

import { DropdownMenu } from "radix-ui";
import { Icon } from "./icon.tsx";
import type { MenuProps } from "./menu.tsx";

export default function OpenMenu({ items, children }: MenuProps) {
  return (
    // Modal, it would write a style element to hold the page still, which the page's policy forbids.
    <DropdownMenu.Root modal={false} defaultOpen>
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
