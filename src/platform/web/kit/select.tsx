import { ChevronDown } from 'lucide-react';
import { cx } from '#platform/web/lib/cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';

interface SelectProps<Value extends string> {
  id: string;
  label: string;
  options: readonly {
    value: Value;
    label: string;
    lang?: string;
  }[];
  value: Value;
  note?: string;
  disabled?: boolean;
  /**
   * Whether the last choice is being applied. It ignores other choices but keeps the focus, unlike a disabled control.
   */
  busy?: boolean;
  /** Whether it is in a row with other controls. It is then lower, and only screen readers read the label. */
  inline?: boolean;
  onChange: (value: Value) => void;
}

/** Renders a choice among a few options. Phones show the familiar native element. */
export function Select<Value extends string>({
  id,
  label,
  options,
  value,
  note,
  disabled = false,
  busy = false,
  inline = false,
  onChange,
}: SelectProps<Value>) {
  const control = (
    <span className="relative block">
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-disabled={busy || undefined}
        aria-label={inline ? label : undefined}
        aria-describedby={describedBy(id, { note })}
        onChange={(event) => !busy && onChange(event.target.value as Value)}
        className={cx(
          inputClass,
          'appearance-none aria-disabled:opacity-60',
          inline ? 'h-11 ps-3 pe-8 tabular' : 'h-13 pe-11',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className={cx(
          'pointer-events-none absolute inset-y-0 my-auto text-ink-2',
          inline ? 'end-2 size-4' : 'end-3.5 size-5',
        )}
        aria-hidden
      />
    </span>
  );
  if (inline) return control;
  return (
    <Control id={id} label={label} note={note}>
      {control}
    </Control>
  );
}
