import { useSite, useSso } from '#web/data/site.ts';

interface Named {
  /** The provider, as the button names it. */
  name: string;
  support_email: string | null;
}

/** What the sign-in page says when the provider signed nobody in. */
function sentenceOf(code: string, { name, support_email }: Named): string {
  switch (code) {
    case 'sso_no_email':
      return `We didn't get your email address from ${name}, and an account needs one.`;
    case 'sso_email_taken':
      return 'An account here already has your email address. Sign in with its password instead.';
    case 'sign_up_closed':
      return support_email === null ? 'Sign-up is closed here.' : `Sign-up is closed here. Write to ${support_email}.`;
    case 'account_suspended':
      return 'This account is suspended. If you think this is a mistake, please contact support.';
    case 'too_many_requests':
      return 'Too many people are signing in from here right now. Please wait a few minutes and try again.';
    default:
      return `Signing in with ${name} didn't work. Please try again.`;
  }
}

/** Why somebody who signed in at the provider is back on the sign-in page, by the code in its address. */
export function SignOnProblem({ code }: { code: string }) {
  const site = useSite();
  const named = { name: useSso() ?? 'your provider', support_email: site?.support_email ?? null };
  return (
    <p role="alert" className="rounded-md bg-star-soft p-4 font-semibold text-star-ink wrap-anywhere">
      {sentenceOf(code, named)}
    </p>
  );
}
