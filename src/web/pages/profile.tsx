import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { SubscriptionPanel } from '#web/features/billing/subscription-panel.tsx';
import { AccountList } from '#web/features/frame/account-list.tsx';
import { LogOutButton } from '#web/features/frame/log-out-button.tsx';
import { Notices } from '#web/features/frame/notices.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { Me } from '#web/features/me/me.tsx';
import { DollField } from '#web/features/profile/doll-field.tsx';
import { FirstProfile } from '#web/features/profile/first-profile.tsx';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { ProfileSkeleton } from '#web/features/profile/profile-skeleton.tsx';
import { useZones } from '#web/features/profile/use-zones.ts';
import { BlockedPeople } from '#web/features/safety/blocked-people.tsx';

const route = getRouteApi('/queries/account/profile');

/** The first profile; later the user's profile, with the form behind Edit. */
export function ProfilePage() {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate();
  const { redirect, edit } = route.useSearch();
  const zones = useZones(me.timezone);
  // The first save completes the profile, but must not switch screens before the dashboard opens.
  const [first] = useState(!me.profile_completed);
  if (first) return <FirstProfile zones={zones} redirect={redirect} notices={<Notices />} leave={<LogOutButton />} />;
  if (!edit)
    return (
      <Page title={t('app.titles.profile')} back="dashboard">
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-6">
          <div className="grid grid-cols-1 gap-4 lg:gap-6">
            <Me me={me} />
            {me.subscription_tier === 'pro' && <SubscriptionPanel me={me} />}
            <BlockedPeople />
          </div>
          <div className="rounded-lg bg-card p-2 shadow-card">
            <AccountList hasPause={false} />
          </div>
        </div>
      </Page>
    );
  const cancel = (
    <Link to="/profile" className={button({ kind: 'quiet', className: 'sm:min-w-32' })}>
      {t('start.common.cancel')}
    </Link>
  );
  const leave = () => navigate({ to: '/profile' });
  return (
    <Page title={t('app.titles.profile')} back="profile">
      <div className="max-w-2xl">
        <h1 className="mb-4 text-2xl font-extrabold sm:mb-6 sm:text-3xl">{t('app.titles.profile')}</h1>
        <DollField me={me} />
        {zones ? (
          <ProfileForm me={me} zones={zones} first={false} cancel={cancel} onSaved={leave} />
        ) : (
          <ProfileSkeleton first={false} />
        )}
      </div>
    </Page>
  );
}
