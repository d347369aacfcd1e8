import { PASSWORD_MIN } from '#domain/limits.ts';
import { type PasswordScore, passwordScore } from '#domain/passwords.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { PasswordField } from '#platform/web/kit/field.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { FieldProps } from '#platform/web/lib/form.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';

const HINTS = {
  1: 'start.fields.strength.weak',
  2: 'start.fields.strength.okay',
  3: 'start.fields.strength.good',
  4: 'start.fields.strength.strong',
} as const satisfies Record<Exclude<PasswordScore, 0>, PlainKey>;

/** Shows the password's strength as bars and text; it only advises. `id` goes into the field's aria-describedby. */
function PasswordMeter({ id, password }: { id: string; password: string }) {
  const t = useT();
  const score = passwordScore(password);
  return (
    <div id={id} className="mt-2 flex gap-x-3 gap-y-1.5 text-xs text-ink-2 max-sm:flex-col sm:items-center">
      <span aria-hidden className="flex grow gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx('h-1.5 grow rounded-full', bar <= score ? 'bg-flame-hi' : 'bg-line')} />
        ))}
      </span>
      {score === 0 ? t('start.fields.strength.too_short', { min: PASSWORD_MIN }) : t(HINTS[score])}
    </div>
  );
}

export const passwordsMatch = (t: ScreenTranslate, password: string, confirm: string): { confirm?: string } =>
  password === confirm ? {} : { confirm: t('start.fields.mismatch') };

interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  password: FieldProps;
  confirm: FieldProps;
  meter?: boolean;
}

export function NewPasswordFields({ label, confirmLabel, password, confirm, meter = true }: NewPasswordFieldsProps) {
  // The error already states the rule.
  const hasMeter = meter && !password.error;
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          required
          aria-describedby={hasMeter ? 'password-strength' : undefined}
          {...password}
        />
        {hasMeter && <PasswordMeter id="password-strength" password={password.value} />}
      </div>
      <PasswordField label={confirmLabel} autoComplete="new-password" required {...confirm} />
    </>
  );
}
