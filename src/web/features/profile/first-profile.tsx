import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { useMe } from '#web/data/me.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import type { useZones } from './use-zones.ts';

const SAVED_MS = 500;

interface FirstProfileProps {
  zones: ReturnType<typeof useZones>;
  redirect: string | undefined;
  notices: ReactNode;
  leave: ReactNode;
}

export function FirstProfile({ zones, redirect, notices, leave }: FirstProfileProps) {
  const t = useT();
  useTitle(t('app.profile.first.title'));
  const me = useMe();
  const router = useRouter();
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
        <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.profile.first.title')}</h1>
        <p className="mt-2.5 text-ink-2">{t('app.profile.first.lead')}</p>
      </div>
      {zones ? <ProfileForm me={me} zones={zones} first onSaved={goOn} /> : <ProfileSkeleton first />}
      {leave}
    </main>
  );
}
