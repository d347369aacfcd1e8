import { isDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { scheduleProblem } from '#domain/schedule.ts';
import { scheduleAndLength } from '#web/data/missions/schedule-text.ts';
import { BlankPatch } from '#web/drawings/empty-scenes.tsx';
import { datedScheduleOfDraft, type MissionDraft, scheduleOfText } from './mission-draft.ts';
import { dayInWords } from './mission-form.tsx';

const UNKNOWN = '–';

/** A preview of the mission. Its patch is still blank, because it is drawn from the id of the created mission. */
export function PreviewCard({ draft, id }: { draft: MissionDraft; id: string }) {
  const dated = datedScheduleOfDraft(draft);
  const days = dated?.duration_days === 1 ? '1 day' : `${dated?.duration_days} days`;
  const facts = [
    scheduleOfText(draft.schedule).kind === 'daily'
      ? ['Duration', dated ? days : UNKNOWN]
      : [
          'How often',
          dated && scheduleProblem(dated) === null ? scheduleAndLength(dated.schedule, dated.duration_days) : UNKNOWN,
        ],
    ['Start date', isDay(draft.start_date) ? dayInWords(draft.start_date) : UNKNOWN],
    ['End date', dated ? dayInWords(lastDay(dated.first_day, dated.duration_days)) : UNKNOWN],
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
