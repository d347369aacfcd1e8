import { Link } from '@tanstack/react-router';
import { register } from '#contract/auth.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { Button, textLink } from '#platform/web/kit/button.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { chosenLanguage } from '#platform/web/lib/device-language.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePasswords, useSite } from '#web/data/site.ts';
import type { InvitedBy } from './invited-by.ts';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { type SignInAnswer, signUp, useBeginSession } from './queries.ts';
import { SignOnButton } from './sign-on-button.tsx';
import { SignUpClosed } from './sign-up-closed.tsx';

interface RegisterFormProps {
  kind?: 'flame' | 'quiet';
  redirect: string | undefined;
  /** The invitation that the visitor answers. The key of an email invitation proves its address. */
  invited?: InvitedBy | null;
  action?: string;
  /** Changes the session of the new account before it starts. */
  prepare?: (session: SignInAnswer) => Promise<SignInAnswer>;
  /** Uses two columns if there is room, and shows the password's strength only after typing starts. */
  compact?: boolean;
}

export function RegisterForm(props: RegisterFormProps) {
  const { kind = 'flame', redirect, invited = null, action, prepare, compact = false } = props;
  const t = useT();
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
      language: chosenLanguage() ?? undefined,
    },
    check: ({ password, confirm }) => passwordsMatch(t, password, confirm),
    submit: async (body) => {
      const session = await signUp(body);
      await beginSession(prepare ? await prepare(session) : session, redirect);
      // The page of an invitation welcomes the user to its mission instead.
      if (!invited) toast.success(t('start.register.welcome'));
    },
    failed: t('start.register.failed'),
  });
  return (
    <form
      className={compact ? 'grid gap-3 sm:grid-cols-2 sm:gap-4' : 'grid gap-4.5'}
      method="post"
      onSubmit={form.onSubmit}
      noValidate
    >
      <Field label={t('start.fields.name')} autoComplete="name" maxLength={NAME_MAX} required {...form.field('name')} />
      <Field label={t('start.fields.email')} type="email" autoComplete="email" required {...form.field('email')} />
      <NewPasswordFields
        label={t('start.fields.password')}
        confirmLabel={t('start.fields.confirm')}
        password={form.field('password')}
        confirm={form.field('confirm')}
        meter={!compact || form.values.password !== ''}
      />
      <Button
        type="submit"
        kind={kind}
        busy={form.busy}
        busyLabel={t('start.register.creating')}
        className={compact ? 'sm:col-span-2' : 'mt-1.5'}
      >
        {action ?? t('start.register.get_started')}
      </Button>
    </form>
  );
}

interface SignUpCardProps extends Pick<RegisterFormProps, 'prepare'> {
  /** The path of the invitation's page, to which the registration returns. */
  here: string;
  invited: InvitedBy;
}

/** The registration on an invitation's page. */
export function SignUpCard({ here, invited, ...rest }: SignUpCardProps) {
  const t = useT();
  const site = useSite();
  if (!usePasswords()) return <SignOnButton redirect={here} />;
  return (
    <section aria-labelledby="new-account" className="grid gap-3 sm:gap-4">
      <h2 id="new-account" className="text-xl font-extrabold">
        {t('start.register.title')}
      </h2>
      {site?.sign_up === 'closed' ? (
        <SignUpClosed site={site} signUp="closed" />
      ) : (
        <RegisterForm {...rest} redirect={here} invited={invited} action={t('start.register.join')} compact />
      )}
      <p className="text-center text-sm text-ink-2">
        {t.rich('start.register.sign_in', {
          link: (inside) => (
            <Link key="link" to="/login" search={{ redirect: here }} className={textLink}>
              {inside}
            </Link>
          ),
        })}
      </p>
    </section>
  );
}
