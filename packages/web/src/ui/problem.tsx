/** What went wrong, in a sentence; nothing while there is none. */
export function Problem({
  text,
  className = "text-xs",
}: {
  readonly text: string | undefined;
  readonly className?: string;
}) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={`text-bad [overflow-wrap:anywhere] ${className}`}>
      {text}
    </p>
  );
}
