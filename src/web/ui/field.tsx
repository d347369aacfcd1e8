import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Looks of every text control, without the height and the vertical padding. */
export const inputClass =
  'w-full rounded-md border-2 border-line-strong bg-card px-4 text-base text-ink placeholder:text-ink-2 focus-visible:border-ink aria-invalid:border-rose disabled:opacity-60';

interface ControlProps {
  id: string;
  label: string;
  /** Shown below the control: what it is for. */
  note?: ReactNode;
  /** Shown at the end of the label's row, such as `13/100`. It describes the control and is not a live region. */
  count?: string | undefined;
  /** Shown at the end of the label's row: a link or a button. */
  aside?: ReactNode;
  optional?: boolean | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** The `aria-describedby` of a control, by the ids that `Control` gives its parts. */
export const describedBy = (
  id: string,
  has: { error?: unknown; note?: unknown; count?: unknown },
): string | undefined =>
  cx(!!has.error && `${id}-error`, !!has.note && `${id}-note`, !!has.count && `${id}-count`) || undefined;

/** Label, note, counter and error around any control. */
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

export type LabelProps = Pick<ControlProps, 'label' | 'note' | 'aside' | 'optional' | 'error'> & { id: string };
type FieldProps = LabelProps & Omit<ComponentProps<'input'>, keyof LabelProps | 'className'>;

/** A text input of one line with its label. Spread `form.field('name')` into it. */
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
