import type { Member } from '#contract/missions.ts';
import { briefDay, clockTime } from '#web/lib/format.ts';

function nudgedNote({ name, others }: NonNullable<Member['nudged_by']>): string {
  if (others === 0) return `nudged by ${name}`;
  return others === 1 ? `nudged by ${name} and 1 other` : `nudged by ${name} and ${others} others`;
}

/** The note under a member's name: when they checked in, on the viewer's clock, how long they are away, or who nudged them. */
export function memberNote(
  member: Pick<Member, 'checked_in_today' | 'checked_in_at' | 'away_until' | 'nudged_by'>,
  zone: string,
): string {
  if (member.checked_in_at) return `in at ${clockTime(member.checked_in_at, zone)}`;
  if (member.checked_in_today) return 'in';
  if (member.away_until) return `away until ${briefDay(member.away_until)}`;
  return member.nudged_by ? nudgedNote(member.nudged_by) : 'not yet';
}
