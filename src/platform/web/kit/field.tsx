import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

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
  /** Marks it in a form that says once what the mark means. */
  marked?: boolean | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** The `aria-describedby` of a control, by the ids that `Control` gives its parts. */
export const describedBy = (
  id: string,
  has: { error?: unknown; note?: unknown; count?: unknown },
): string | undefined =>
  cx(!!has.error && `${id}-error`, !!has.note && `${id}-note`, !!has.count && `${id}-count`) || undefined;

/** The sign of a required field. The control itself says it to screen readers. */
export const RequiredMark = () => (
  <span aria-hidden className="ms-1 font-bold text-flame">
    {'*'}
  </span>
);

/** What is wrong with the control `id`; nothing where nothing is. */
export const FieldError = ({ id, error }: Pick<ControlProps, 'id' | 'error'>) =>
  error && (
    <p id={`${id}-error`} className="text-sm font-medium text-rose">
      {error}
    </p>
  );

/** Label, note, counter and error around any control. */
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

/** What runs from left to right in any language. */
const LATIN: readonly (string | undefined)[] = ['email', 'url', 'password'];

/** Which way a text runs that somebody types: an empty field as its page does, so that the placeholder is in its place. */
export const typedDirection = (value: unknown): 'auto' | undefined => (value === '' ? undefined : 'auto');

/** A text input of one line with its label. Spread `form.field('name')` into it. */
export function Field({
  end,
  ...props
}: FieldProps & { /** A button inside the input, at its end. */ end?: ReactNode }) {
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

/** A field for a password, which a button shows and hides again. */
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
