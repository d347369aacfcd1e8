import { Link } from '@tanstack/react-router';
import { register } from '#contract/auth.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { useSite } from '#web/data/site.ts';
import { Button, textLink } from '#web/kit/button.tsx';
import { Field } from '#web/kit/field.tsx';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import type { InvitedBy } from './invited-by.ts';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { signUp, useBeginSession } from './queries.ts';
import { SignUpClosed } from './sign-up-closed.tsx';

interface RegisterFormProps {
  /** How its button looks. */
  kind?: 'flame' | 'quiet';
  redirect: string | undefined;
  /** The invitation that is being answered. The key of one proves the address that it was sent to. */
  invited?: InvitedBy | null;
  action?: string;
  /** Two columns where there is room, and the strength of the password only once there is one. */
  compact?: boolean;
}

/** The registration form. */
export function RegisterForm({
  kind = 'flame',
  redirect,
  invited = null,
  action = 'Get Started',
  compact = false,
}: RegisterFormProps) {
  const beginSession = useBeginSession();
  const form = useForm({
    schema: register.body,
    initial: {
      name: '',
      email: '',
      password: '',
      confirm: '',
      invitation_id: invited?.invitationId,
      invitation_code: invited?.invitationCode,
    },
    check: ({ password, confirm }) => passwordsMatch(password, confirm),
    submit: async (body) => {
      await beginSession(await signUp(body), redirect);
      // Whoever comes by an invitation is welcomed to its mission.
      if (!invited) toast.success('Welcome to Emberkin!');
    },
    failed: 'Registration failed',
  });
  return (
    <form
      className={compact ? 'grid gap-4 sm:grid-cols-2' : 'grid gap-4.5'}
      method="post"
      onSubmit={form.onSubmit}
      noValidate
    >
      <Field label="Full Name" autoComplete="name" maxLength={NAME_MAX} required {...form.field('name')} />
      <Field label="Email Address" type="email" autoComplete="email" required {...form.field('email')} />
      <NewPasswordFields
        label="Password"
        confirmLabel="Confirm Password"
        password={form.field('password')}
        confirm={form.field('confirm')}
        meter={!compact || form.values.password !== ''}
      />
      <Button
        type="submit"
        kind={kind}
        busy={form.busy}
        busyLabel="Creating Account..."
        className={compact ? 'sm:col-span-2' : 'mt-1.5'}
      >
        {action}
      </Button>
    </form>
  );
}

/** The registration on the page of an invitation; `here` is that page, to which it returns. */
export function SignUpCard({ here, invited }: { here: string; invited: InvitedBy }) {
  const site = useSite();
  return (
    <section aria-labelledby="new-account" className="grid gap-4">
      <h2 id="new-account" className="text-xl font-extrabold">
        New Account
      </h2>
      {site?.sign_up === 'closed' ? (
        <SignUpClosed site={site} signUp="closed" />
      ) : (
        <RegisterForm redirect={here} invited={invited} action="Join the mission" compact />
      )}
      <p className="text-center text-sm text-ink-2">
        Already by the fire?{' '}
        <Link to="/login" search={{ redirect: here }} className={textLink}>
          Sign in
        </Link>
      </p>
    </section>
  );
}
