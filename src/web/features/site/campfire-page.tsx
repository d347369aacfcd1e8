import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { button } from '#platform/web/kit/button.tsx';
import { type Retry, TryAgain } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useToken } from '#platform/web/lib/session/session.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { LegalLinks } from './legal-links.tsx';
import { SignpostPage } from './signpost-page.tsx';

export function CampfirePage({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-lg gap-6 px-4 pt-8 pb-12 sm:px-6">
      {children}
      <div className="grid justify-items-center gap-3">
        <Logo />
        <LegalLinks api="/docs/api" />
      </div>
    </main>
  );
}

interface MissionLinkProps {
  missionId: string;
  hash?: 'checkin';
  kind?: 'flame' | 'quiet';
  children?: string;
}

export function MissionLink({ missionId, kind = 'flame', children, ...rest }: MissionLinkProps) {
  const t = useT();
  return (
    <Link to="/mission/$missionId" params={{ missionId }} {...rest} className={button({ kind })}>
      {children ?? t('start.common.open_mission')}
    </Link>
  );
}

interface DeadLinkPageProps {
  title: string;
  children: ReactNode;
  /** Only if a retry might help. */
  query?: Retry | undefined;
  /** Only for a member, who can open the mission without the invitation. */
  missionId?: string | undefined;
}

/** The page of a link that is dead or temporarily unavailable. */
export function DeadLinkPage({ title, children, query, missionId }: DeadLinkPageProps) {
  const t = useT();
  const hasSession = useToken() !== null;
  const look = button(query || missionId ? { kind: 'quiet' } : {});
  return (
    <CampfirePage>
      <SignpostPage
        title={title}
        action={
          <div className="grid gap-3">
            {query && <TryAgain query={query} />}
            {missionId && <MissionLink missionId={missionId} />}
            {hasSession ? (
              <Link to="/dashboard" className={look}>
                {t('start.common.back_to_dashboard')}
              </Link>
            ) : (
              <Link to="/login" className={look}>
                {t('start.common.go_to_login')}
              </Link>
            )}
          </div>
        }
      >
        {children}
      </SignpostPage>
    </CampfirePage>
  );
}
