import type { HealthPerson, Insights, StreakRun } from '#contract/insights.ts';
import { count, weekdayName } from '#web/lib/format.ts';

type InsightFigures = Pick<Insights, 'days_open' | 'days_checked'>;

const days = (n: number) => (n === 1 ? '1 day' : `${count(n)} days`);

export const checkinCount = (n: number): string => (n === 1 ? '1 check-in' : `${count(n)} check-ins`);

/** The insights in one sentence. */
export function insightSentence({ days_open, days_checked }: InsightFigures): string {
  if (days_checked === 0) return 'Your first check-ins will show here what suits you.';
  if (days_checked === days_open) return `You checked in on every one of ${days(days_open)}.`;
  return `You checked in on ${count(days_checked)} of ${days(days_open)}.`;
}

/** The best weekday and the hardest one. */
export function weekdaySentence({ best_weekday, hardest_weekday }: Insights): string {
  const best = best_weekday !== null && weekdayName(best_weekday);
  const hardest = hardest_weekday !== null && weekdayName(hardest_weekday);
  if (best && hardest) return `${best}s carry you. ${hardest}s ask the most: a smaller step may help there.`;
  if (best) return `${best}s carry you.`;
  if (hardest) return `${hardest}s ask the most: a smaller step may help there.`;
  return 'No weekday stands out yet.';
}

const HOURS = 24;
/** An hour of the clock as '07:00'. */
export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The hour with most check-ins, the earlier one on a tie; null without any check-in. */
export function busiestHour(rhythm: Insights['rhythm']): number | null {
  const sums = Array.from({ length: HOURS }, (_, hour) =>
    rhythm.filter((cell) => cell.hour === hour).reduce((sum, cell) => sum + cell.checkins, 0),
  );
  const most = Math.max(...sums);
  return most === 0 ? null : sums.indexOf(most);
}

/** What bridged a streak, in words; empty if nothing did. */
export function bridgeText({ rest_days, excused_days }: Pick<StreakRun, 'rest_days' | 'excused_days'>): string {
  const parts = [
    rest_days > 0 && (rest_days === 1 ? '1 rest day' : `${rest_days} rest days`),
    excused_days > 0 && (excused_days === 1 ? '1 travel day' : `${excused_days} travel days`),
  ].filter((part) => part !== false);
  return parts.join(', ');
}

/** A member's last week compared with the two before. */
export const healthText = ({ recent_checked, recent_open, earlier_checked, earlier_open }: HealthPerson): string =>
  earlier_open === 0
    ? `${recent_checked} of ${recent_open} days this week`
    : `${recent_checked} of ${recent_open} days this week, ${earlier_checked} of ${earlier_open} before`;
