import type { ComponentProps, ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";

const LOOKS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-line bg-surface text-text hover:border-line-strong hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-text",
  danger: "bg-bad text-on-accent hover:opacity-90",
} as const;

type ButtonProps = ComponentProps<"button"> & { readonly look?: keyof typeof LOOKS; readonly children: ReactNode };

export function Button({ look = "plain", className = "", type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex h-8 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 pointer-coarse:h-10 ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & { readonly icon: IconName; readonly label: string };

/** A button with an icon; its label is for screen readers and the tooltip. */
export function IconButton({ icon, label, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text disabled:pointer-events-none disabled:opacity-40 pointer-coarse:size-10 ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
