import type { ComponentProps } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { Control, describedBy, inputClass, type LabelProps, typedDirection } from './field.tsx';

type CountedFieldProps = LabelProps & { max: number; area?: boolean; rows?: number } & Omit<
    ComponentProps<'input'> & ComponentProps<'textarea'>,
    keyof LabelProps | 'className' | 'maxLength' | 'rows' | 'ref' | 'value'
  > & { value: string };

/** Renders a text input with a limit and a counter; `area` gives it several lines. */
export function CountedField({
  id,
  label,
  note,
  aside,
  optional,
  marked,
  error,
  max,
  area = false,
  rows,
  value,
  ...rest
}: CountedFieldProps) {
  const shared = {
    id,
    value,
    maxLength: max,
    dir: typedDirection(value),
    'aria-invalid': !!error || undefined,
    'aria-describedby': describedBy(id, { error, note, count: true }),
    ...rest,
  };
  return (
    <Control {...{ id, label, note, aside, optional, marked, error }} count={`${value.length}/${max}`}>
      {area ? (
        <textarea {...shared} rows={rows ?? (max > 300 ? 3 : 2)} className={cx(inputClass, 'py-3')} />
      ) : (
        <input {...shared} className={cx(inputClass, 'h-13 rtl:text-right')} />
      )}
    </Control>
  );
}
