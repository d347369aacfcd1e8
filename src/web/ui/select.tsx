import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'id'> & {
  id: string;
  label: string;
  note?: ReactNode;
  optional?: boolean;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** The system's own list, dressed. For long lists take `Combobox`. */
export function Select({ id, label, note, optional, error, options, ...rest }: SelectProps) {
  return (
    <Control {...{ id, label, note, optional, error }}>
      <span className="relative block">
        <select
          id={id}
          aria-invalid={!!error || undefined}
          aria-describedby={describedBy(id, { error, note })}
          className={cx(inputClass, 'h-13 cursor-pointer appearance-none pe-11')}
          {...rest}
        >
          {options.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-2"
        />
      </span>
    </Control>
  );
}
