import { useMedia, usePhone } from '#platform/web/lib/use-media.ts';
import { Feed } from '#web/features/checkins/public.ts';
import { QuiltSection } from '#web/features/missions/quilt/quilt-section.tsx';
import { useFullDays } from '#web/features/missions/quilt/use-full-days.ts';
import { Leaderboard } from './leaderboard.tsx';
import type { PartProps } from './use-mission-page.ts';

export function TeamPart({ page }: PartProps) {
  const { mission, me, feed, setAction } = page;
  const phone = usePhone();
  const fullDays = useFullDays(mission);
  const wide = useMedia('(width >= 64rem)');
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-6">
      <Feed feed={feed} mission={mission} fullDays={fullDays} last={wide} />
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        <Leaderboard mission={mission} meId={me.id} />
        <QuiltSection mission={mission} meId={me.id} phone={phone} onWhole={() => setAction('quilt')} />
      </div>
    </div>
  );
}
