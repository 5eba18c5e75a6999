export interface SelectOption {
  /** Unique among the options. */
  readonly value: string;
  readonly text: string;
  /** Shown in the list, but not selectable. */
  readonly disabled?: boolean;
}

interface SelectGroup {
  readonly group: string;
  readonly options: readonly SelectOption[];
}

/** A separator line between options; `name` makes it unique. */
export function separator(name: string): SelectOption {
  return { value: `separator ${name}`, text: '─'.repeat(SEPARATOR_LENGTH), disabled: true };
}

/** Number of characters; about the length of an option's text. */
const SEPARATOR_LENGTH = 16;

interface SelectProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly value: string | null;
  readonly options: readonly (SelectOption | SelectGroup)[];
  readonly onChange: (value: string) => void;
  /** Called when the select gets the focus, so that the options can be updated. */
  readonly onFocus?: () => void;
}

/** A native select, which works with every keyboard, screen reader and phone. */
export function Select(props: SelectProps) {
  const { label, placeholder, hint, value, options, onChange, onFocus } = props;
  return (
    <select
      aria-label={label}
      title={hint}
      value={value ?? ''}
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value)}
    >
      {placeholder !== undefined && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((entry) =>
        'group' in entry ? (
          <optgroup key={entry.group} label={entry.group}>
            {entry.options.map(renderOption)}
          </optgroup>
        ) : (
          renderOption(entry)
        ),
      )}
    </select>
  );
}

function renderOption({ value, text, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {text}
    </option>
  );
}
