import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import type { SceneMember } from '#domain/fire-scene.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import { briefDay, clockTime } from '#web/lib/format.ts';

function nudgedNote({ name, others }: NonNullable<Member['nudged_by']>): string {
  if (others === 0) return `nudged by ${name}`;
  return others === 1 ? `nudged by ${name} and 1 other` : `nudged by ${name} and ${others} others`;
}

/**
 * Whether a member is counted in 'X of Y checked in today': they have checked in, or need to. A daily mission counts
 * everybody who is not on a break, whatever day it is where they are.
 */
export const isExpected = (
  { checked_in_today, needed_today, away_until }: Pick<Member, 'checked_in_today' | 'needed_today' | 'away_until'>,
  { schedule }: Pick<Mission, 'schedule'>,
): boolean => checked_in_today || needed_today || (schedule.kind === 'daily' && away_until === null);

/** Whether a member still needs to check in today, on that member's own clock. */
export const isOut = ({ checked_in_today, needed_today }: Pick<Member, 'checked_in_today' | 'needed_today'>): boolean =>
  !checked_in_today && needed_today;

/** Whether everyone is in, of two and more: nobody is due any more, not even who may come on another day of the week. */
export const isEveryoneIn = (members: readonly Pick<Member, 'checked_in_today' | 'due_today'>[]): boolean =>
  members.length > 1 &&
  members.some(({ checked_in_today }) => checked_in_today) &&
  members.every(({ checked_in_today, due_today }) => checked_in_today || !due_today);

const byJoining = (one: Member, other: Member): number =>
  one.joined_at.localeCompare(other.joined_at) || one.user_id.localeCompare(other.user_id);

/** The members by joining, as the fire scene draws them. */
export const sceneMembersOf = (members: Mission['members']): SceneMember[] =>
  [...members].sort(byJoining).map((member) => ({
    user_id: member.user_id,
    name: member.name,
    avatar_url: member.avatar_url,
    look: member.look,
    is_in: member.checked_in_today,
    is_due: isOut(member),
  }));

/**
 * The note under a member's name: when they checked in, on the viewer's clock, how long they are away, how far their week
 * is, that today is free, or who nudged them.
 */
export function memberNote(
  member: Pick<
    Member,
    'checked_in_today' | 'checked_in_at' | 'due_today' | 'needed_today' | 'week' | 'away_until' | 'nudged_by'
  >,
  mission: Pick<Mission, 'schedule'>,
  zone: string,
): string {
  if (member.checked_in_at) return `in at ${clockTime(member.checked_in_at, zone)}`;
  if (member.checked_in_today) return 'in';
  if (member.away_until) return `away until ${briefDay(member.away_until)}`;
  if (member.week && member.due_today && !member.needed_today) return weekNote(member.week);
  if (!isExpected(member, mission)) return 'not today';
  return member.nudged_by ? nudgedNote(member.nudged_by) : 'not yet';
}
