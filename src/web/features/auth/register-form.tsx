import { register } from '#contract/auth.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { signUp, useBeginSession } from './queries.ts';

/** Spec 2, Register. */
export function RegisterForm({ redirect }: { redirect: string | undefined }) {
  const beginSession = useBeginSession();
  const form = useForm({
    schema: register.body,
    initial: { name: '', email: '', password: '', confirm: '' },
    check: ({ password, confirm }) => passwordsMatch(password, confirm),
    submit: async (body) => {
      await beginSession(await signUp(body), redirect);
      toast.success('Welcome to Emberkin!');
    },
    failed: 'Registration failed',
  });
  return (
    <form className="grid gap-4.5" method="post" onSubmit={form.onSubmit} noValidate>
      <Field label="Full Name" autoComplete="name" maxLength={NAME_MAX} required {...form.field('name')} />
      <Field label="Email Address" type="email" autoComplete="email" required {...form.field('email')} />
      <NewPasswordFields
        label="Password"
        confirmLabel="Confirm Password"
        password={form.field('password')}
        confirm={form.field('confirm')}
      />
      <Button type="submit" busy={form.busy} busyLabel="Creating Account..." className="mt-1.5">
        Get Started
      </Button>
    </form>
  );
}
