import { Link } from '@tanstack/react-router';
import { RegisterForm } from './register-form.tsx';
import { textLink } from './text-link.ts';

/** The signup form of an invitation's page; `here` is that page, which goes on once there is an account. */
export function SignUpCard({ here }: { here: string }) {
  return (
    <section aria-labelledby="new-account" className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-7">
      <div>
        <h2 id="new-account" className="text-xl font-extrabold">
          New Account
        </h2>
        <p className="mt-2 text-ink-2">A minute for an account, and you are in.</p>
      </div>
      <RegisterForm redirect={here} />
      <p className="text-ink-2">
        Already by the fire?{' '}
        <Link to="/login" search={{ redirect: here }} className={textLink}>
          Sign in
        </Link>
      </p>
    </section>
  );
}
