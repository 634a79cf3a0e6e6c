import { useEffect, useRef } from "react";

export interface CompletionItem {
  readonly key: string;
  readonly title: string;
  /** What is still to be written, or whose it is. */
  readonly hint?: string | undefined;
  readonly detail?: string | undefined;
}

interface CompletionMenuProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly CompletionItem[];
  readonly selected: number;
  readonly onChoose: (index: number) => void;
}

export function optionId(menuId: string, index: number): string {
  return `${menuId}-${index}`;
}

/** What fits the word that is being typed, above the composer. */
export function CompletionMenu({ id, label, items, selected, onChoose }: CompletionMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: "nearest" });
  }, [selected, items]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lift"
    >
      {items.map(({ key, title, hint, detail }, index) => (
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === selected}
          // Keeps the focus in the composer.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
          className={`flex items-baseline gap-3 rounded-md px-2 py-1.5 text-sm ${index === selected ? "bg-accent-soft" : "hover:bg-hover"}`}
        >
          <span className="max-w-[70%] shrink-0 truncate font-medium">{title}</span>
          {hint !== undefined && (
            <span className="max-w-[30%] min-w-0 shrink-[2] truncate text-xs text-faint" title={hint}>
              {hint}
            </span>
          )}
          {detail !== undefined && (
            <span className="min-w-[40%] flex-1 truncate text-muted" title={detail}>
              {detail}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
