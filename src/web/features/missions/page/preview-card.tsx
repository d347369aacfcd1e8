import { isDay, type LocalDay } from '#domain/days.ts';
import { DURATION_MAX, DURATION_MIN } from '#domain/limits.ts';
import { lastDay } from '#domain/missions.ts';
import type { MissionDraft } from '#web/features/missions/editor/mission-draft.ts';
import { longDay } from '#web/lib/format.ts';
import { BlankPatch } from '#web/ui/drawings/empty-scenes.tsx';

const UNKNOWN = '–';

function inWords(day: LocalDay): string {
  const thisYear = new Date().getUTCFullYear();
  return day.startsWith(String(thisYear)) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`;
}

/** A preview of the mission. Its patch is still blank, because it is drawn from the id of the created mission. */
export function PreviewCard({ draft, id }: { draft: MissionDraft; id: string }) {
  const days = Number(draft.duration_days);
  const valid = Number.isInteger(days) && days >= DURATION_MIN && days <= DURATION_MAX;
  const starts = isDay(draft.start_date);
  const facts = [
    ['Duration', valid ? (days === 1 ? '1 day' : `${days} days`) : UNKNOWN],
    ['Start date', starts ? inWords(draft.start_date) : UNKNOWN],
    ['End date', starts && valid ? inWords(lastDay(draft.start_date, days)) : UNKNOWN],
  ] as const;
  return (
    <section aria-labelledby={id} className="relative isolate overflow-hidden rounded-lg bg-card p-5 shadow-card">
      <h2 id={id} className="text-lg font-extrabold">
        Preview
      </h2>
      <div className="mt-4 flex items-center gap-4">
        <BlankPatch size={84} />
        <p className="min-w-0 font-display text-lg leading-tight font-extrabold wrap-anywhere">
          {draft.title.trim() || <span className="text-ink-2">Your new mission</span>}
        </p>
      </div>
      <dl className="mt-4 grid gap-2.5 pt-4 text-sm text-ink-2 seam">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="text-end font-semibold text-ink tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
