import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { usePlans } from '#web/data/site.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { SubscriptionPanel } from '#web/features/billing/subscription-panel.tsx';
import { AccountList } from '#web/features/frame/account-list.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { useShell } from '#web/features/frame/shell.ts';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { timezonesQuery } from '#web/features/profile/queries.ts';
import { BlockedPeople } from '#web/features/safety/blocked-people.tsx';
import { Button, button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { cx } from '#web/lib/cx.ts';
import { useTitle } from '#web/lib/title.ts';
import { toast } from '#web/lib/toast.ts';
import { usePhone } from '#web/lib/use-media.ts';

/** Shown in place of the form until the zones are loaded; on first login the form has the name and the zone alone. */
function ProfileSkeleton({ first }: { first: boolean }) {
  const field = (box: string) => (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className={box} />
      <Skeleton className="h-5 w-40" />
    </div>
  );
  return (
    <div className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <Loading label="Loading your profile..." />
      {!first && (
        <div className="flex items-center gap-5">
          <Skeleton className="size-27 rounded-full" />
          <Skeleton className="h-11 w-40" />
        </div>
      )}
      {field('h-13')}
      {!first && field('h-26')}
      <div className={cx('grid gap-5', !first && 'sm:grid-cols-2')}>
        {!first && field('h-13')}
        {field('h-13')}
      </div>
      {first && <Skeleton className="h-7 w-44" />}
      <Skeleton className={cx('mt-1 h-12', !first && 'sm:ms-auto sm:w-44')} />
    </div>
  );
}

const route = getRouteApi('/queries/account/profile');
/** How long the first save is confirmed before the dashboard opens. */
const SAVED_MS = 500;

/** The zones; only the user's own if the list cannot be loaded, so that the rest can still be saved. */
function useZones(own: string) {
  const { data, isError } = useQuery(timezonesQuery);
  useEffect(() => {
    if (isError) toast.error('Failed to load timezones');
  }, [isError]);
  if (isError) return [{ value: own, label: own.replaceAll('_', ' ') }];
  return data;
}

function FirstProfile({ zones }: { zones: ReturnType<typeof useZones> }) {
  useTitle('Complete Your Profile');
  const me = useMe();
  const { notices, logOut, loggingOut } = useShell();
  const router = useRouter();
  const { redirect } = route.useSearch();
  const goOn = async () => {
    await new Promise((resolve) => setTimeout(resolve, SAVED_MS));
    router.history.push(redirect ?? '/dashboard');
  };
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-xl content-center gap-7 px-4 py-8 sm:px-6">
      <div>
        {notices}
        <Logo />
      </div>
      <div>
        <h1 className="text-2xl font-extrabold sm:text-3xl">Complete Your Profile</h1>
        <p className="mt-2.5 text-ink-2">A name and a time zone are all you need.</p>
      </div>
      {zones ? <ProfileForm me={me} zones={zones} first onSaved={goOn} /> : <ProfileSkeleton first />}
      <Button kind="bare" className="justify-self-center" onClick={logOut} disabled={loggingOut}>
        Log out
      </Button>
    </main>
  );
}

const TOKENS = 'Connect your own scripts and shortcuts.';
const TOKENS_PREMIUM = 'Connect your own scripts and shortcuts. PREMIUM only.';

export function ProfilePage() {
  const me = useMe();
  const plans = usePlans();
  const phone = usePhone();
  const zones = useZones(me.timezone);
  // The first save completes the profile, but must not switch to the other screen before the dashboard opens.
  const [first] = useState(!me.profile_completed);
  if (first) return <FirstProfile zones={zones} />;
  const cancel = (
    <Link to="/dashboard" className={button({ kind: 'quiet', className: 'sm:min-w-32' })}>
      Cancel
    </Link>
  );
  return (
    <Page title="Profile" back>
      <h1 className="mb-4 text-2xl font-extrabold sm:mb-6 sm:text-3xl">Profile</h1>
      {phone && (
        <div className="mb-6 rounded-lg border-2 border-line bg-card p-2 shadow-card">
          <AccountList />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        {zones ? (
          <ProfileForm me={me} zones={zones} first={false} cancel={cancel} />
        ) : (
          <ProfileSkeleton first={false} />
        )}
        <div className="grid grid-cols-1 gap-6">
          {me.subscription_tier === 'pro' && <SubscriptionPanel me={me} />}
          <BlockedPeople />
          <Section id="api" title="API tokens" lead={plans ? TOKENS_PREMIUM : TOKENS}>
            <Link to="/tokens" className={button({ kind: 'quiet', size: 'sm', className: 'w-full' })}>
              Manage tokens
            </Link>
          </Section>
        </div>
      </div>
    </Page>
  );
}
