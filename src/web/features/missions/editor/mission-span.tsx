import type { LocalDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { datedScheduleOfDraft, type MissionDraft } from './mission-draft.ts';

export function dayInWords(day: LocalDay): string {
  const thisYear = new Date().getUTCFullYear();
  return day.startsWith(String(thisYear)) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`;
}

/** The days of the mission, its first day and its last. */
export function MissionSpan({ draft, className }: { draft: MissionDraft; className: string }) {
  const t = useT();
  const dated = datedScheduleOfDraft(draft);
  if (!dated) return null;
  const { duration_days: days, first_day } = dated;
  return (
    <p className={cx('text-sm text-ink-2', className)}>
      {t('app.missions.time.span', { days, first: dayInWords(first_day), last: dayInWords(lastDay(first_day, days)) })}
    </p>
  );
}
