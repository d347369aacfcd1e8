import type { HealthPerson, Insights, StreakRun, Stretch } from '#contract/insights.ts';
import { hourName, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

type Column =
  | ('mission' | 'weekday' | 'from' | 'to' | 'days' | 'bridged' | 'member' | 'week' | 'before')
  | ('checkins' | 'checked' | 'of' | 'share' | 'points' | 'longest');

export const headsOf = (t: ScreenTranslate, ...columns: readonly Column[]): string[] =>
  columns.map((column) => t(`app.insights.columns.${column}`));

type InsightFigures = Pick<Insights, 'days_open' | 'days_checked'>;

export function insightSentence(
  t: ScreenTranslate,
  { days_open: total, days_checked: done }: InsightFigures,
  from: string,
  to: string,
): string {
  if (done < total) return t('app.insights.sentence.some', { done, total, from, to });
  return total === 1 ? t('app.insights.sentence.one', { to }) : t('app.insights.sentence.all', { total, from, to });
}

const WEEKS_BEFORE_ADVICE = 4;

/** Returns true if enough whole weeks are known (docs/rules.md#plans). The current week does not count. */
export const knowsWeekdays = ({ full }: Pick<Insights, 'full'>): boolean =>
  full !== null && full.weeks.slice(0, -1).filter((week) => week.days_open > 0).length >= WEEKS_BEFORE_ADVICE;

export function weekdaySentence(t: ScreenTranslate, insights: Insights): string {
  const { best_weekday, hardest_weekday, full } = insights;
  if (full === null) return t('app.insights.weekdays.preview');
  if (!knowsWeekdays(insights)) return t('app.insights.weekdays.early');
  const best = best_weekday !== null && weekdayName(best_weekday);
  const hardest = hardest_weekday !== null && weekdayName(hardest_weekday);
  if (best && hardest) return t('app.insights.weekdays.both', { best, hardest });
  if (best) return t('app.insights.weekdays.best', { best });
  if (hardest) return t('app.insights.weekdays.hardest', { hardest });
  return t('app.insights.weekdays.none');
}

const HOURS = 24;

/** Returns the hour with most check-ins, the earlier one on a tie, or null without any. */
export function busiestHour(rhythm: Insights['rhythm']): number | null {
  const sums = Array.from({ length: HOURS }, (_, hour) =>
    rhythm.filter((cell) => cell.hour === hour).reduce((sum, cell) => sum + cell.checkins, 0),
  );
  const most = Math.max(...sums);
  return most === 0 ? null : sums.indexOf(most);
}

/** The text `rhythm.early` contains this number. */
const CHECKINS_BEFORE_HOUR = 10;

/** Names the usual hour, or says how many check-ins that requires. */
export function rhythmSentence(t: ScreenTranslate, rhythm: Insights['rhythm']): string {
  const hour = busiestHour(rhythm);
  if (hour === null) return t('app.insights.rhythm.none');
  const checkins = rhythm.reduce((sum, cell) => sum + cell.checkins, 0);
  return checkins < CHECKINS_BEFORE_HOUR
    ? t('app.insights.rhythm.early')
    : t('app.insights.rhythm.busiest', { hour: hourName(hour) });
}

/** Returns true if two weekdays can be compared, or might be later. */
export const comparesWeekdays = (insights: Pick<Insights, 'full' | 'weekdays'>): boolean => {
  const asked = insights.weekdays.filter(({ days_open }) => days_open > 0).length;
  return asked > 1 || (asked === 1 && insights.full !== null && !knowsWeekdays(insights));
};

export function bridgeText(
  t: ScreenTranslate,
  { rest_days: saved, excused_days: off }: Pick<StreakRun, 'rest_days' | 'excused_days'>,
): string {
  if (saved > 0 && off > 0) return t('app.insights.streaks.saved_off', { saved, off });
  if (off > 0) return t('app.insights.streaks.off', { off });
  return saved > 0 ? t('app.insights.streaks.saved', { saved }) : '';
}

export function healthText(t: ScreenTranslate, person: HealthPerson): string {
  const week = { done: person.recent_checked, total: person.recent_open };
  const { earlier_checked: done_before, earlier_open: total_before } = person;
  return total_before === 0
    ? t('app.insights.health.week', week)
    : t('app.insights.health.week_before', { ...week, done_before, total_before });
}

const yearOf = (day: string): string => day.slice(0, 4);

/** Returns the year at its first stretch. A year with one stretch has no room for it. */
export function yearAt(stretches: readonly Stretch[], at: number): string | undefined {
  const [before, year, next] = [at - 1, at, at + 1].map((i) => stretches[i] && yearOf(stretches[i].from));
  return before !== year && next === year ? year : undefined;
}
