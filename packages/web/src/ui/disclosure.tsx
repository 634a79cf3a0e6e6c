import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";

interface DisclosureProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The line that opens and closes what is below it. */
export function Disclosure({ isOpen, onToggle, className = "", children }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={`flex items-center rounded hover:text-text ${className}`}
    >
      <Icon name="chevron" className={`size-3 transition-transform ${isOpen ? "rotate-90" : ""}`} />
      {children}
    </button>
  );
}
