import { ValueTree } from "./value-tree.tsx";

/** A value whose content is already shown in another form. */
export function FoldedTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted hover:text-text">{label}</summary>
      <div className="mt-1.5">
        <ValueTree value={value} label={label} />
      </div>
    </details>
  );
}
