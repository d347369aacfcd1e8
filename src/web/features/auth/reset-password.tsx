import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { resetPassword } from '#contract/auth.ts';
import { Button, button, textLink } from '#platform/web/kit/button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { clearToken } from '#platform/web/lib/session/session.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { CampfirePage, LegalLinks, SignpostPage } from '#web/features/site/public.ts';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';

const loadForgot = () => import('./forgot-password.tsx');
const ForgotPassword = lazyPart(loadForgot, 'ForgotPassword');

interface ResetFormProps {
  token: string;
  onDone: () => void;
  /** Called if the link was already used or is too old. */
  onDead: () => void;
}

/** Sets a new password, which ends every session, including this browser's. */
function ResetForm({ token, onDone, onDead }: ResetFormProps) {
  const client = useQueryClient();
  const t = useT();
  const form = useForm({
    schema: resetPassword.body,
    initial: { token, new_password: '', confirm: '' },
    check: ({ new_password, confirm }) => passwordsMatch(t, new_password, confirm),
    submit: async (body) => {
      try {
        await call(resetPassword, { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_reset_token') onDead();
        throw error;
      }
      clearToken();
      client.clear();
      toast.success(t('start.reset.done'));
      onDone();
    },
    failed: t('start.reset.failed'),
  });
  return (
    <form className="grid gap-4.5" method="post" onSubmit={form.onSubmit} noValidate>
      <NewPasswordFields
        label={t('start.fields.new_password')}
        confirmLabel={t('start.fields.confirm')}
        password={form.field('new_password')}
        confirm={form.field('confirm')}
      />
      <Button type="submit" busy={form.busy} busyLabel={t('start.reset.busy')} className="mt-1.5">
        {t('start.reset.title')}
      </Button>
    </form>
  );
}

const DONE_MS = 3000;

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-8">
      <Logo />
      <div>
        <h1 className="text-2xl font-extrabold">{title}</h1>
        <p className="mt-2.5 text-ink-2">{lead}</p>
      </div>
      {children}
      <LegalLinks api="/docs/api" className="-ms-2" />
    </main>
  );
}

function Done() {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login' }), DONE_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Frame title={t('start.reset.new_set')} lead={t('start.reset.taking_you')}>
      <Link to="/login" className={button()}>
        {t('start.common.go_to_login')}
      </Link>
    </Frame>
  );
}

/** For a link without a token, or with a used or expired token. */
function DeadLink() {
  const t = useT();
  useTitle(t('start.reset.invalid'));
  const [asking, setAsking] = useState(false);
  return (
    <CampfirePage>
      <SignpostPage
        title={t('start.reset.invalid')}
        action={
          <div className="grid gap-3">
            <Button onPointerEnter={() => void loadForgot()} onClick={() => setAsking(true)}>
              {t('start.reset.request')}
            </Button>
            <Link to="/login" className={button({ kind: 'quiet' })}>
              {t('start.common.go_to_login')}
            </Link>
          </div>
        }
      >
        {t('start.reset.invalid_text')}
      </SignpostPage>
      {asking && (
        <Suspense fallback={null}>
          <ForgotPassword onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </CampfirePage>
  );
}

export function ResetPassword({ token }: { token: string | undefined }) {
  const t = useT();
  const [state, setState] = useState<'open' | 'done' | 'dead'>('open');
  if (state === 'done') return <Done />;
  if (!token || state === 'dead') return <DeadLink />;
  return (
    <Frame title={t('start.reset.title')} lead={t('start.reset.lead')}>
      <ResetForm token={token} onDone={() => setState('done')} onDead={() => setState('dead')} />
      <p className="text-ink-2">
        {t.rich('start.reset.remembered', {
          link: (inside) => (
            <Link key="link" to="/login" className={textLink}>
              {inside}
            </Link>
          ),
        })}
      </p>
    </Frame>
  );
}
