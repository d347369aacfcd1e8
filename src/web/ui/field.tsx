import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Looks of every text control; the height and vertical padding are the control's own. */
export const inputClass =
  'w-full rounded-md border-2 border-line-strong bg-card px-4 text-base text-ink placeholder:text-ink-2 focus-visible:border-ink aria-invalid:border-rose disabled:opacity-60';

interface ControlProps {
  id: string;
  label: string;
  /** Stands under the control: what it is for. */
  note?: ReactNode;
  /** Stands at the end of the label's row, such as `13/100`. It is read with the control, not shouted. */
  count?: string | undefined;
  /** Stands at the end of the label's row: a link or a button. */
  aside?: ReactNode;
  optional?: boolean | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** What describes a control, by the ids that `Control` gives its parts. */
export const describedBy = (
  id: string,
  has: { error?: unknown; note?: unknown; count?: unknown },
): string | undefined =>
  cx(!!has.error && `${id}-error`, !!has.note && `${id}-note`, !!has.count && `${id}-count`) || undefined;

/** Label, note, counter and error round any control. */
export function Control({ id, label, note, count, aside, optional, error, children }: ControlProps) {
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {optional && <span className="ms-1.5 font-normal text-ink-2">optional</span>}
        </label>
        {count && (
          <span id={`${id}-count`} className="text-xs text-ink-2 tabular">
            {count}
          </span>
        )}
        {aside}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-rose">
          {error}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className="text-xs text-ink-2">
          {note}
        </p>
      )}
    </div>
  );
}

type Extra = Pick<ControlProps, 'label' | 'note' | 'aside' | 'optional' | 'error'> & { id: string };
type FieldProps = Extra & Omit<ComponentProps<'input'>, keyof Extra | 'className'>;

/** One line of input with its label. Spread `form.field('name')` into it. */
export function Field({ id, label, note, aside, optional, error, ...input }: FieldProps) {
  return (
    <Control {...{ id, label, note, aside, optional, error }}>
      <input
        id={id}
        aria-invalid={!!error || undefined}
        aria-describedby={cx(describedBy(id, { error, note }), input['aria-describedby']) || undefined}
        className={cx(inputClass, 'h-13')}
        {...input}
      />
    </Control>
  );
}

type CountedProps = Extra & { max: number; area?: boolean; rows?: number } & Omit<
    ComponentProps<'input'> & ComponentProps<'textarea'>,
    keyof Extra | 'className' | 'maxLength' | 'rows' | 'ref' | 'value'
  > & { value: string };

/** Text with a limit and a counter; `area` makes it several lines. */
export function Counted({
  id,
  label,
  note,
  aside,
  optional,
  error,
  max,
  area = false,
  rows,
  value,
  ...rest
}: CountedProps) {
  const shared = {
    id,
    value,
    maxLength: max,
    'aria-invalid': !!error || undefined,
    'aria-describedby': describedBy(id, { error, note, count: true }),
    ...rest,
  };
  return (
    <Control {...{ id, label, note, aside, optional, error }} count={`${value.length}/${max}`}>
      {area ? (
        <textarea {...shared} rows={rows ?? (max > 300 ? 3 : 2)} className={cx(inputClass, 'py-3')} />
      ) : (
        <input {...shared} className={cx(inputClass, 'h-13')} />
      )}
    </Control>
  );
}
