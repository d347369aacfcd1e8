import type { Site } from '#contract/site.ts';
import type { SignUp } from '#domain/sign-up.ts';
import { textLink } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';

interface SignUpClosedProps {
  site: Pick<Site, 'support_email'>;
  signUp: Exclude<SignUp, 'open'>;
}

/** Explains why no sign-up form is shown and who to ask, with the server's sentence. */
export function SignUpClosed({ site: { support_email }, signUp }: SignUpClosedProps) {
  const t = useT();
  return (
    <p className="rounded-md bg-star-soft p-4 font-semibold text-star-ink wrap-anywhere">
      {support_email === null
        ? t(`start.sign_up.${signUp}`)
        : t.rich(`start.sign_up.${signUp}_ask`, {
            email: support_email,
            link: (inside) => (
              <a key="link" href={`mailto:${support_email}`} className={textLink}>
                {inside}
              </a>
            ),
          })}
    </p>
  );
}
