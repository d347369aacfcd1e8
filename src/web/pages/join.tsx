import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { normalizeJoinCode } from '#domain/join-code.ts';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { textLink } from '#web/features/auth/text-link.ts';
import { JoinCard } from '#web/features/missions/join-card.tsx';
import { JoinError } from '#web/features/missions/join-error.tsx';
import { isPassing, previewQuery } from '#web/features/missions/queries.ts';
import { useJoin } from '#web/features/missions/use-join.ts';
import { meQuery } from '#web/lib/me.ts';
import { useToken } from '#web/lib/session.ts';
import { useTitle } from '#web/lib/title.ts';
import { Button, button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Campfire } from '#web/ui/scene.tsx';

const route = getRouteApi('/join/$code');

/** Visitor, signed in, or not known yet; and whether the visit began as a visitor's. */
function useWho() {
  // Nothing else tells that there is a token now: signing up leads back to this very address.
  useLocation();
  const token = useToken();
  const me = useQuery({ ...meQuery, enabled: token !== null });
  const who = token === null ? 'visitor' : me.data ? 'member' : 'unknown';
  const [first, setFirst] = useState(who);
  if (first === 'unknown' && who !== 'unknown') setFirst(who);
  return { who, signedUp: first === 'visitor' && who === 'member', failed: me.isError, retry: () => void me.refetch() };
}

export function JoinPage() {
  const code = normalizeJoinCode(route.useParams().code);
  const { who, signedUp, ...asking } = useWho();
  const preview = useQuery({
    ...previewQuery(code),
    // Signing up empties the cache; the card stays.
    placeholderData: keepPreviousData,
    retry: (failures, error) => isPassing(error) && failures < 2,
  });
  const { state, retry } = useJoin(code, who === 'member', signedUp);
  useTitle(preview.data ? `Join ${preview.data.mission_title}` : 'Join a mission');

  // Whoever has joined need not see that the preview failed.
  const unseen = preview.isError && who !== 'member';
  if (state === 'gone' || (unseen && !isPassing(preview.error)))
    return (
      <Frame>
        <JoinError gone action={<WayOn signedIn={who === 'member'} />} />
      </Frame>
    );
  if (state === 'failed' || unseen || (who === 'unknown' && asking.failed)) {
    const again = () => {
      if (state === 'failed') retry();
      else if (unseen) void preview.refetch();
      else asking.retry();
    };
    return (
      <Frame>
        <JoinError
          gone={false}
          action={
            <div className="grid gap-3">
              <Button busy={preview.isFetching} busyLabel="Trying again..." onClick={again}>
                Try again
              </Button>
              <WayOn signedIn={who === 'member'} quiet />
            </div>
          }
        />
      </Frame>
    );
  }
  return (
    <Frame scene>
      <JoinCard preview={preview.data}>
        {who === 'member' && (
          <p role="status" className="mt-5 rounded-md bg-star-soft p-4 text-sm font-semibold text-star-ink">
            {state === 'joined' ? 'You are in. The mission opens in a moment.' : 'Joining the mission...'}
          </p>
        )}
      </JoinCard>
      {who === 'visitor' && preview.data && <SignUp code={code} />}
    </Frame>
  );
}

function SignUp({ code }: { code: string }) {
  const here = `/join/${code}`;
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

function WayOn({ signedIn, quiet = false }: { signedIn: boolean; quiet?: boolean }) {
  const look = button(quiet ? { kind: 'quiet' } : {});
  return signedIn ? (
    <Link to="/dashboard" className={look}>
      Back to Dashboard
    </Link>
  ) : (
    <Link to="/login" className={look}>
      Go to Login
    </Link>
  );
}

function Frame({ scene = false, children }: { scene?: boolean; children: ReactNode }) {
  return (
    <main id="main" className={cx('mx-auto grid w-full max-w-lg gap-6 px-4 pb-12 sm:px-6 sm:pt-8', !scene && 'pt-8')}>
      {scene && (
        <div aria-hidden className="-mx-4 -mb-14 h-52 overflow-hidden bg-dusk sm:mx-0 sm:h-72 sm:rounded-xl">
          <Campfire className="h-full w-full" />
        </div>
      )}
      {children}
      <p className="justify-self-center">
        <Logo />
      </p>
    </main>
  );
}
