import type { Site } from '#contract/site.ts';
import { type SignUp, signUpRefusal } from '#domain/sign-up.ts';
import { textLink } from '#web/kit/button.tsx';

interface SignUpClosedProps {
  site: Pick<Site, 'support_email'>;
  signUp: Exclude<SignUp, 'open'>;
}

/** Why there is no form to sign up with, and whom to ask. It is the sentence with which the server refuses. */
export function SignUpClosed({ site: { support_email }, signUp }: SignUpClosedProps) {
  const sentence = signUpRefusal(signUp, support_email);
  const [before, after] = support_email === null ? [sentence, ''] : sentence.split(support_email);
  return (
    <p className="rounded-md bg-star-soft p-4 font-semibold text-star-ink wrap-anywhere">
      {before}
      {support_email !== null && (
        <a href={`mailto:${support_email}`} className={textLink}>
          {support_email}
        </a>
      )}
      {after}
    </p>
  );
}
