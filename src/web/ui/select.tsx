import { ChevronDown } from 'lucide-react';
import { Control, describedBy, inputClass } from './field.tsx';

interface SelectProps<Value extends string> {
  id: string;
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  note?: string;
  disabled?: boolean;
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
  onChange,
}: SelectProps<Value>) {
  return (
    <Control id={id} label={label} note={note}>
      <span className="relative block">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-describedby={describedBy(id, { note })}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`${inputClass} h-13 appearance-none pe-11`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-ink-2" aria-hidden />
      </span>
    </Control>
  );
}
