import { Link } from '@tanstack/react-router';
import { register } from '#contract/auth.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, textLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { signUp, useBeginSession } from './queries.ts';

interface RegisterFormProps {
  redirect: string | undefined;
  /** The key of the invitation that is being answered: it proves the address that it was sent to. */
  invitationId?: string | undefined;
}

/** The registration form. */
export function RegisterForm({ redirect, invitationId }: RegisterFormProps) {
  const beginSession = useBeginSession();
  const form = useForm({
    schema: register.body,
    initial: { name: '', email: '', password: '', confirm: '', invitation_id: invitationId },
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

/** The registration on the page of an invitation; `here` is that page, to which it returns. */
export function SignUpCard({ here, invitationId }: { here: string; invitationId?: string }) {
  return (
    <section aria-labelledby="new-account" className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-7">
      <div>
        <h2 id="new-account" className="text-xl font-extrabold">
          New Account
        </h2>
        <p className="mt-2 text-ink-2">A minute for an account, and you are in.</p>
      </div>
      <RegisterForm redirect={here} invitationId={invitationId} />
      <p className="text-ink-2">
        Already by the fire?{' '}
        <Link to="/login" search={{ redirect: here }} className={textLink}>
          Sign in
        </Link>
      </p>
    </section>
  );
}
