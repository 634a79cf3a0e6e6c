/** An update of a kind that this page does not know: kept, and shown as it came to who looks. */
export function UnknownLine({ name, update }: { readonly name: string; readonly update: unknown }) {
  return (
    <details className="text-xs text-muted">
      <summary className="rounded">
        Unknown update <code className="font-mono">{name}</code>
      </summary>
      <pre className="mt-1.5 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono" tabIndex={0}>
        {JSON.stringify(update, undefined, 2)}
      </pre>
    </details>
  );
}
