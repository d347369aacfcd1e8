import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { usePasswords, useSite, useSso } from '#web/data/site.ts';

interface Named {
  passwords: boolean;
  name: string;
  support_email: string | null;
}

function sentenceOf(t: ScreenTranslate, code: string, { name, passwords, support_email }: Named): string {
  switch (code) {
    case 'sso_no_email':
      return t('start.sso.no_email', { name });
    case 'sso_email_taken':
      return passwords ? t('start.sso.email_taken') : t('start.sso.email_taken_only', { name });
    case 'sign_up_closed':
      return support_email === null ? t('start.sign_up.closed') : t('start.sso.closed_ask', { email: support_email });
    case 'account_suspended':
      return t('start.sso.suspended');
    case 'too_many_requests':
      return t('start.sso.too_many');
    default:
      return t('start.sso.failed', { name });
  }
}

/** Explains why the provider returned the user to the sign-in page, from the code in the address. */
export function SignOnProblem({ code }: { code: string }) {
  const t = useT();
  const site = useSite();
  const named = {
    name: useSso() ?? t('start.sso.provider'),
    passwords: usePasswords(),
    support_email: site?.support_email ?? null,
  };
  return (
    <p role="alert" className="rounded-md bg-star-soft p-4 font-semibold text-star-ink wrap-anywhere">
      {sentenceOf(t, code, named)}
    </p>
  );
}
