import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { SubscriptionPanel } from '#web/features/billing/subscription-panel.tsx';
import { AccountList } from '#web/features/frame/account-list.tsx';
import { LogOutButton } from '#web/features/frame/log-out-button.tsx';
import { Notices } from '#web/features/frame/notices.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { FirstProfile } from '#web/features/profile/first-profile.tsx';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { ProfileSkeleton } from '#web/features/profile/profile-skeleton.tsx';
import { useZones } from '#web/features/profile/use-zones.ts';
import { BlockedPeople } from '#web/features/safety/blocked-people.tsx';
import { button } from '#web/kit/button.tsx';
import { usePhone } from '#web/lib/use-media.ts';

const route = getRouteApi('/queries/account/profile');

export function ProfilePage() {
  const me = useMe();
  const phone = usePhone();
  const { redirect } = route.useSearch();
  const zones = useZones(me.timezone);
  // The first save completes the profile, but must not switch to the other screen before the dashboard opens.
  const [first] = useState(!me.profile_completed);
  if (first) return <FirstProfile zones={zones} redirect={redirect} notices={<Notices />} leave={<LogOutButton />} />;
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
        </div>
      </div>
    </Page>
  );
}
