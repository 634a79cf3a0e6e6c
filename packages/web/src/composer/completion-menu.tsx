import type { AvailableCommand } from "@agentclientprotocol/sdk";
import { useEffect, useRef } from "react";

import { t } from "../language/t.ts";

interface CommandMenuProps {
  readonly id: string;
  readonly commands: readonly AvailableCommand[];
  readonly selected: number;
  readonly onChoose: (command: AvailableCommand) => void;
}

export function commandOptionId(menuId: string, index: number): string {
  return `${menuId}-${index}`;
}

/** The slash commands that fit what is being typed. */
export function CommandMenu({ id, commands, selected, onChoose }: CommandMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: "nearest" });
  }, [selected, commands]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t("Commands")}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lift"
    >
      {commands.map((command, index) => (
        <div
          key={command.name}
          id={commandOptionId(id, index)}
          role="option"
          aria-selected={index === selected}
          // Keeps the focus in the composer.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
          className={`flex items-baseline gap-3 rounded-md px-2 py-1.5 text-sm ${index === selected ? "bg-accent-soft" : "hover:bg-hover"}`}
        >
          <span className="shrink-0 font-medium">/{command.name}</span>
          {command.input && (
            <span className="max-w-[30%] min-w-0 shrink-[2] truncate text-xs text-faint" title={command.input.hint}>
              {command.input.hint}
            </span>
          )}
          <span className="min-w-[40%] flex-1 truncate text-muted" title={command.description}>
            {command.description}
          </span>
        </div>
      ))}
    </div>
  );
}
