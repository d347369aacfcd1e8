import type { Mission } from '#contract/missions.ts';
import { type LocalDay, weekdayOf } from '#domain/days.ts';
import { count, plainDay, weekdayName } from '#web/lib/format.ts';

type Facts = Pick<
  Mission,
  'schedule' | 'due_today' | 'needed_today' | 'extra_today' | 'week' | 'today' | 'planned_days'
>;

/** The viewer's own part in the mission. */
export interface CardOwn {
  /** Their check-ins so far that the schedule asked for. */
  counted: number;
  streak: number;
  /** The last day of their break; null without one. */
  awayUntil: LocalDay | null;
}

function extraLine({ schedule, today }: Facts): string {
  if (schedule.kind !== 'weekly')
    return `${weekdayName(weekdayOf(today))} is free here. A check-in is welcome and earns no points.`;
  const done =
    schedule.times === 1 ? 'Your one for this week is done.' : `Your ${schedule.times} for this week are done.`;
  return `${done} Another check-in is welcome and earns no points.`;
}

/** The line under the title of the check-in card: stitches and streak, or how far the week is. */
export function cardLine(mission: Facts, { counted, streak, awayUntil }: CardOwn): string {
  const { week, due_today, needed_today, extra_today } = mission;
  // First, because it is the one that says that no points come.
  if (extra_today) return extraLine(mission);
  if (awayUntil) return `You're on a break until ${plainDay(awayUntil)}. A check-in counts in full.`;
  if (week && !due_today) return 'Nothing more is due this week. A check-in still counts.';
  if (week) {
    const weekLine = `This week: ${week.done} of ${week.target}`;
    return needed_today ? `${weekLine}. Today keeps it.` : `${weekLine}, until ${weekdayName(weekdayOf(week.to_day))}.`;
  }
  const stitches =
    counted === 0 ? 'Your first stitch.' : `${count(counted)} of ${count(mission.planned_days)} stitches.`;
  return `${stitches} ${streak > 0 ? `${streak}-day streak.` : 'Start your streak today.'}`;
}
