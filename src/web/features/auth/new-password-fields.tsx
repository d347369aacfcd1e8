import { passwordStrength } from '#domain/passwords.ts';
import { PasswordField } from '#web/kit/field.tsx';
import { cx } from '#web/lib/cx.ts';
import type { FieldProps } from '#web/lib/form.ts';

/** The strength as bars and in words; it only advises. `id` goes into the field's aria-describedby. */
function PasswordMeter({ id, password }: { id: string; password: string }) {
  const { score, hint } = passwordStrength(password);
  return (
    <div id={id} className="mt-2 flex gap-x-3 gap-y-1.5 text-xs text-ink-2 max-sm:flex-col sm:items-center">
      <span aria-hidden className="flex grow gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx('h-1.5 grow rounded-full', bar <= score ? 'bg-flame-hi' : 'bg-line')} />
        ))}
      </span>
      {hint}
    </div>
  );
}

/** The error of the repeated password, if the two differ. */
export const passwordsMatch = (password: string, confirm: string): { confirm?: string } =>
  password === confirm ? {} : { confirm: 'Passwords do not match' };

interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  password: FieldProps;
  confirm: FieldProps;
  /** Whether the strength is shown. */
  meter?: boolean;
}

/** A new password with its strength, and its repetition. */
export function NewPasswordFields({ label, confirmLabel, password, confirm, meter = true }: NewPasswordFieldsProps) {
  return (
    <>
      <div>
        <PasswordField
          label={label}
          autoComplete="new-password"
          required
          aria-describedby={meter ? 'password-strength' : undefined}
          {...password}
        />
        {meter && <PasswordMeter id="password-strength" password={password.value} />}
      </div>
      <PasswordField label={confirmLabel} autoComplete="new-password" required {...confirm} />
    </>
  );
}
