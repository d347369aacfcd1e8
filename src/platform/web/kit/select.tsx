import { ChevronDown } from 'lucide-react';
import { cx } from '#platform/web/lib/cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';

interface SelectProps<Value extends string> {
  id: string;
  label: string;
  options: readonly {
    value: Value;
    label: string;
    /** The language of the label, if not that of the page. */
    lang?: string;
  }[];
  value: Value;
  note?: string;
  disabled?: boolean;
  /** The last choice is being carried out: no other one is taken meanwhile. It keeps the focus, unlike what is disabled. */
  busy?: boolean;
  /** In a row with other controls: lower, and with the label for screen readers alone. */
  inline?: boolean;
  onChange: (value: Value) => void;
}

/** A choice among a few options. The native element, because phones show it in the way their owners know. */
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
