import type { AdminStats } from '#contract/admin.ts';
import { count } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const share = (part: number, whole: number) => (whole === 0 ? '0%' : `${((100 * part) / whole).toFixed(1)}%`);

/** Name, figure and what stands behind it. */
const tilesOf = (s: AdminStats): [string, number, string][] => [
  ['Total users', s.total_users, `+${count(s.users_this_week)} this week`],
  ['PRO users', s.pro_users, `${share(s.pro_users, s.total_users)} of all`],
  ['Free users', s.free_users, `${share(s.free_users, s.total_users)} of all`],
  ['Active missions', s.active_missions, `${count(s.missions_ending)} end this month`],
  ['Total missions', s.total_missions, `+${count(s.missions_this_week)} this week`],
  ['Total check-ins', s.total_checkins, `${count(s.checkins_today)} today`],
];
const NAMES = ['Total users', 'PRO users', 'Free users', 'Active missions', 'Total missions', 'Total check-ins'];

/** The six figures of Spec 3, Admin stats. */
export function StatTiles({ stats }: { stats: AdminStats | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:min-h-92">
      {(stats ? tilesOf(stats) : NAMES.map((name) => [name, null, null] as const)).map(([name, figure, note]) => (
        <div key={name} className="flex flex-col rounded-lg bg-card p-4 shadow-card sm:p-5">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="mt-1.5 font-display text-xl font-extrabold tabular sm:text-2xl">
            {figure === null ? <Skeleton className="h-[1lh] w-16" /> : count(figure)}
          </dd>
          <dd className="mt-auto pt-1.5 text-xs text-ink-2 tabular">
            {note === null ? <Skeleton className="h-[1lh] w-24" /> : note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
