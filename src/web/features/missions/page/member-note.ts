import type { Member, Mission } from '#contract/missions.ts';
import { briefDay, clockTime } from '#web/lib/format.ts';

function nudgedNote({ name, others }: NonNullable<Member['nudged_by']>): string {
  if (others === 0) return `nudged by ${name}`;
  return others === 1 ? `nudged by ${name} and 1 other` : `nudged by ${name} and ${others} others`;
}

/** Whether today concerns a member: they have checked in, or are asked to. */
export const isExpected = (
  { checked_in_today, due_today, away_until }: Pick<Member, 'checked_in_today' | 'due_today' | 'away_until'>,
  { schedule }: Pick<Mission, 'schedule'>,
): boolean => checked_in_today || due_today || (schedule.kind === 'daily' && away_until === null);

/**
 * The note under a member's name: when they checked in, on the viewer's clock, how long they are away, that
 * today is free, or who nudged them.
 */
export function memberNote(
  member: Pick<Member, 'checked_in_today' | 'checked_in_at' | 'due_today' | 'away_until' | 'nudged_by'>,
  mission: Pick<Mission, 'schedule'>,
  zone: string,
): string {
  if (member.checked_in_at) return `in at ${clockTime(member.checked_in_at, zone)}`;
  if (member.checked_in_today) return 'in';
  if (member.away_until) return `away until ${briefDay(member.away_until)}`;
  if (!isExpected(member, mission)) return 'not today';
  return member.nudged_by ? nudgedNote(member.nudged_by) : 'not yet';
}
