import { SelectMark } from "./field.tsx";

interface QuietSelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
  readonly isDisabled?: boolean;
  /** It is not at its default. */
  readonly isNotable?: boolean;
  readonly onChoose: (value: string) => void;
}

/** A select that looks like text until it is hovered. */
export function QuietSelect(props: QuietSelectProps) {
  const { label, value, choices, isDisabled = false, isNotable = false, onChoose } = props;
  return (
    <span className={`relative inline-flex min-w-0 ${isNotable ? "text-accent" : "text-muted"} hover:text-text`}>
      <select
        aria-label={label}
        title={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value)}
        className="h-7 max-w-44 [field-sizing:content] min-w-0 appearance-none truncate rounded-md bg-transparent pr-5 pl-1.5 text-xs hover:bg-hover disabled:opacity-60 pointer-coarse:h-9"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} className="bg-surface text-text">
            {choice.name}
          </option>
        ))}
      </select>
      <SelectMark />
    </span>
  );
}
