import { Hourglass } from 'lucide-react';
import type { Member, Mission } from '#contract/missions.ts';
import { fullDay } from '#web/lib/format.ts';
import { Star } from '#web/ui/star.tsx';

/** Zero days remain (Spec 2, Mission detail). */
export function EndedBanner({ mission, own }: { mission: Mission; own: Member }) {
  return (
    <div
      role="status"
      className="mb-5 flex items-center gap-4 rounded-lg bg-star-soft p-5 text-star-ink outline-2 -outline-offset-8 outline-dashed outline-star sm:mb-6 sm:px-7"
    >
      <Star className="size-14 shrink-0" />
      <div className="min-w-0 grow">
        <p className="flex items-center gap-1.5 text-xs font-bold">
          <Hourglass className="size-3.5 shrink-0" aria-hidden />
          The last day was {fullDay(mission.last_day)}
        </p>
        <p className="mt-1 font-display text-lg font-extrabold text-ink">You have completed the mission!</p>
        <p className="mt-1 text-sm tabular">
          {own.checkins_count} of {mission.duration_days} days stitched, {own.points}{' '}
          {own.points === 1 ? 'point' : 'points'} earned
        </p>
      </div>
    </div>
  );
}
