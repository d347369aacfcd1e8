import type { FieldProps } from '#web/lib/form.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordMeter } from './password-strength.tsx';

/** Spec 5: both passwords must be the same. */
export const passwordsMatch = (password: string, confirm: string): { confirm?: string } =>
  password === confirm ? {} : { confirm: 'Passwords do not match' };

interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  password: FieldProps;
  confirm: FieldProps;
}

/** A password that is being chosen, with advice, and its repetition. */
export function NewPasswordFields({ label, confirmLabel, password, confirm }: NewPasswordFieldsProps) {
  return (
    <>
      <div>
        <Field
          label={label}
          type="password"
          autoComplete="new-password"
          required
          aria-describedby="password-strength"
          {...password}
        />
        <PasswordMeter id="password-strength" password={password.value} />
      </div>
      <Field label={confirmLabel} type="password" autoComplete="new-password" required {...confirm} />
    </>
  );
}
