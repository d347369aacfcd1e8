import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

/** Classes of every text control, without height and vertical padding. */
export const inputClass =
  'w-full rounded-md border-2 border-line-strong bg-card px-4 text-base text-ink placeholder:text-ink-2 focus-visible:border-ink aria-invalid:border-rose disabled:opacity-60';

interface ControlProps {
  id: string;
  label: string;
  note?: ReactNode;
  /** A counter such as `13/100` at the end of the label's row. It describes the control and is not a live region. */
  count?: string | undefined;
  aside?: ReactNode;
  optional?: boolean | undefined;
  /** Whether to mark the field as required. The form explains the mark. */
  marked?: boolean | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** Returns the `aria-describedby` of a control, from the IDs that `Control` gives its parts. */
export const describedBy = (
  id: string,
  has: { error?: unknown; note?: unknown; count?: unknown },
): string | undefined =>
  cx(!!has.error && `${id}-error`, !!has.note && `${id}-note`, !!has.count && `${id}-count`) || undefined;

/** Renders the mark of a required field. Screen readers skip it because the control says it. */
export const RequiredMark = () => (
  <span aria-hidden className="ms-1 font-bold text-flame">
    {'*'}
  </span>
);

/** Renders the error of the control `id`, if any. */
export const FieldError = ({ id, error }: Pick<ControlProps, 'id' | 'error'>) =>
  error && (
    <p id={`${id}-error`} className="text-sm font-medium text-rose">
      {error}
    </p>
  );

/** Renders label, note, counter and error around a control. */
export function Control({ id, label, note, count, aside, optional, marked, error, children }: ControlProps) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="min-w-0 text-sm font-semibold">
          <span>{label}</span>
          {optional && <span className="ms-1.5 font-normal text-ink-2">{t('start.common.optional')}</span>}
          {marked && <RequiredMark />}
        </label>
        {count && (
          <span id={`${id}-count`} className="text-xs text-ink-2 tabular">
            {count}
          </span>
        )}
        {aside}
      </div>
      {children}
      <FieldError id={id} error={error} />
      {note && (
        <p id={`${id}-note`} className="text-xs text-ink-2">
          {note}
        </p>
      )}
    </div>
  );
}

export type LabelProps = Pick<ControlProps, 'label' | 'note' | 'aside' | 'optional' | 'marked' | 'error'> & {
  id: string;
};
type FieldProps = LabelProps & Omit<ComponentProps<'input'>, keyof LabelProps | 'className'>;

/** Input types whose text runs from left to right in every language. */
const LATIN: readonly (string | undefined)[] = ['email', 'url', 'password'];

/**
 * Returns the `dir` of a text input.
 *
 * An empty input follows the page's direction, which keeps its placeholder aligned.
 */
export const typedDirection = (value: unknown): 'auto' | undefined => (value === '' ? undefined : 'auto');

/** Renders a text input of one line with its label. Spread `form.field('name')` into it. */
export function Field({ end, ...props }: FieldProps & { end?: ReactNode }) {
  const { id, label, note, aside, optional, marked, error, ...input } = props;
  const latin = input.dir === 'ltr' || LATIN.includes(input.type);
  const control = (
    <input
      id={id}
      dir={latin ? 'ltr' : input.type === 'number' ? undefined : typedDirection(input.value)}
      aria-invalid={!!error || undefined}
      {...input}
      aria-describedby={cx(describedBy(id, { error, note }), input['aria-describedby']) || undefined}
      className={cx(inputClass, 'h-13 rtl:text-right', !!end && (latin ? 'pe-13 rtl:ps-13 rtl:pe-4' : 'pe-13'))}
    />
  );
  return (
    <Control {...{ id, label, note, aside, optional, marked, error }}>
      {end ? (
        <span className="relative block">
          {control}
          {end}
        </span>
      ) : (
        control
      )}
    </Control>
  );
}

/** Renders a password field with a button that shows and hides the password. */
export function PasswordField(props: Omit<FieldProps, 'type'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          aria-label={t('start.kit.show_password')}
          aria-pressed={shown}
          aria-controls={props.id}
          onClick={() => setShown(!shown)}
          className="absolute end-1 top-1 grid size-11 cursor-pointer place-items-center rounded-sm text-ink-2 hover:text-ink"
        >
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round]"
          >
            <path d="M2 12q10-14 20 0-10 14-20 0" />
            <circle cx="12" cy="12" r="3" />
            {shown && <path d="m4 3 16 18" />}
          </svg>
        </button>
      }
    />
  );
}
