import { IconButton } from "../ui/button.tsx";
import { useShell } from "../shell/shell-state.ts";
import { useOppositeTheme } from "../shell/theme.ts";

export function SidebarFoot() {
  const shell = useShell();
  const next = useOppositeTheme();
  return (
    <div className="flex items-center gap-1 border-t border-line bg-sunken px-2 py-1.5">
      <IconButton
        icon={next === "dark" ? "moon" : "sun"}
        label={next === "dark" ? "Dark theme" : "Light theme"}
        onClick={() => shell.setState({ theme: next })}
      />
      <IconButton icon="help" label="Keyboard shortcuts" onClick={() => shell.setState({ dialog: { type: "help" } })} />
      <IconButton
        icon="search"
        label="Search for anything (Ctrl K)"
        onClick={() => shell.setState({ dialog: { type: "palette" } })}
      />
    </div>
  );
}
