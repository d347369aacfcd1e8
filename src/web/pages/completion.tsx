import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '#domain/days.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { Badges } from '#web/features/completion/badges.tsx';
import { Celebration, canComplete } from '#web/features/completion/celebration.tsx';
import { CompleteMission } from '#web/features/completion/complete-mission.tsx';
import { CompletionSkeleton } from '#web/features/completion/completion-skeleton.tsx';
import { Confetti } from '#web/features/completion/confetti.tsx';
import { NextRound } from '#web/features/completion/next-round.tsx';
import { RewardCard } from '#web/features/completion/reward.tsx';
import { ShareButton, ShareCompletion } from '#web/features/completion/share.tsx';
import { useCompletion } from '#web/features/completion/use-completion.ts';
import { WhatsNext } from '#web/features/completion/whats-next.tsx';
import { Page } from '#web/features/frame/page.tsx';

const route = getRouteApi('/queries/account/mission/$missionId/completion');

export function CompletionPage() {
  const t = useT();
  const { missionId } = route.useParams();
  const me = useMe();
  const completion = useCompletion(missionId);
  const [isCompleting, setIsCompleting] = useState(false);
  // Only for the next round: its start and the faces next to it.
  const { data: mission } = useQuery({ ...missionQuery(missionId), enabled: completion?.can_start_next === true });
  if (!completion)
    return (
      <Page title={t('app.titles.completion')}>
        <CompletionSkeleton />
      </Page>
    );
  if (!completion.is_completed)
    return (
      <Page title={t('app.titles.in_progress')}>
        <Celebration completion={completion} me={me}>
          {canComplete(completion, me.id, dayOf(new Date(), me.timezone)) && (
            <Button className="mt-8 sm:min-w-56" onClick={() => setIsCompleting(true)}>
              {t('app.completion.complete.title')}
            </Button>
          )}
        </Celebration>
        {isCompleting && <CompleteMission mission={completion.mission} onClose={() => setIsCompleting(false)} />}
        <div className="mt-6 grid gap-3 sm:flex sm:justify-center">
          <Link to="/dashboard" className={button({ className: 'sm:min-w-56' })}>
            {t('start.common.back_to_dashboard')}
          </Link>
          <Link
            to="/mission/$missionId"
            params={{ missionId }}
            className={button({ kind: 'quiet', className: 'sm:min-w-56' })}
          >
            {t('app.titles.view_details')}
          </Link>
        </div>
      </Page>
    );
  const { reward, badges } = completion;
  return (
    <Page title={t('app.titles.completed')}>
      <Confetti />
      <Celebration completion={completion} me={me}>
        <ShareButton completion={completion} />
      </Celebration>
      <NextRound completion={completion} mission={mission} me={me} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <Badges badges={badges} />
          {reward && <RewardCard missionId={missionId} reward={reward} meId={me.id} />}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <WhatsNext completion={completion} />
          <ShareCompletion completion={completion} />
        </div>
      </div>
    </Page>
  );
}
