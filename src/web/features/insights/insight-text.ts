import type { HealthPerson, Insights, StreakRun } from '#contract/insights.ts';
import { count, weekdayName } from '#web/lib/format.ts';

type InsightFigures = Pick<Insights, 'days_open' | 'days_checked'>;

export const checkinCount = (n: number): string => (n === 1 ? '1 check-in' : `${count(n)} check-ins`);

/** The insights in one sentence, with the days that they are about. */
export function insightSentence({ days_open, days_checked }: InsightFigures, from: string, to: string): string {
  if (days_checked < days_open)
    return `You checked in on ${count(days_checked)} of ${count(days_open)} days, ${from} to ${to}.`;
  return days_open === 1
    ? `One check-in day: ${to}.`
    : `You checked in on all ${count(days_open)} days, ${from} to ${to}.`;
}

const WEEKS_BEFORE_ADVICE = 4;

/** Whether whole weeks enough are known for a word about weekdays; the running week is none (docs/rules.md#insights). */
export const knowsWeekdays = ({ full }: Pick<Insights, 'full'>): boolean =>
  full !== null && full.weeks.slice(0, -1).filter((week) => week.days_open > 0).length >= WEEKS_BEFORE_ADVICE;

/** The best weekday and the hardest one, as soon as `knowsWeekdays`. */
export function weekdaySentence(insights: Insights): string {
  const { best_weekday, hardest_weekday, full } = insights;
  if (full === null) return 'Your last 14 days by weekday.';
  if (!knowsWeekdays(insights)) return 'After four weeks of check-ins, your best days appear here.';
  const best = best_weekday !== null && weekdayName(best_weekday);
  const hardest = hardest_weekday !== null && weekdayName(hardest_weekday);
  if (best && hardest) return `${best}s are your best. ${hardest}s are hardest. Try a smaller step.`;
  if (best) return `${best}s are your best.`;
  if (hardest) return `${hardest}s are hardest. Try a smaller step.`;
  return 'No weekday stands out yet.';
}

const HOURS = 24;

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
    rest_days > 0 && (rest_days === 1 ? '1 day saved' : `${rest_days} days saved`),
    excused_days > 0 && (excused_days === 1 ? '1 day off' : `${excused_days} days off`),
  ].filter((part) => part !== false);
  return parts.join(', ');
}

/** A member's last week compared with the two before. */
export function healthText({ recent_checked, recent_open, earlier_checked, earlier_open }: HealthPerson): string {
  return earlier_open === 0
    ? `${recent_checked} of ${recent_open} days this week`
    : `${recent_checked} of ${recent_open} days this week, ${earlier_checked} of ${earlier_open} before`;
}
