import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import type { SceneMember } from '#domain/fire-scene.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import { briefDay, clockTime, count } from '#web/lib/format.ts';
import { getT } from '#web/lib/language.ts';

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

/** Whether everyone is in, and the viewer's check-in was the last one. */
export function isLastOfAll(members: readonly Member[], meId: string): boolean {
  const at = members.find(({ user_id }) => user_id === meId)?.checked_in_at ?? '';
  return isEveryoneIn(members) && members.every(({ checked_in_at }) => (checked_in_at ?? '') <= at);
}

const byJoining = (one: Member, other: Member): number =>
  one.joined_at.localeCompare(other.joined_at) || one.user_id.localeCompare(other.user_id);

/** Whether a member's week has all that it asks for. */
const hasFullWeek = ({ week }: Pick<Member, 'week'>): boolean =>
  week !== null && week.target > 0 && week.done >= week.target;

/**
 * The members by joining, as the fire scene draws them: whoever kept the week sits as warm as who is in, and one of them
 * may be shown as before today's check-in.
 */
export const sceneMembersOf = (members: Mission['members'], before: string | null = null): SceneMember[] =>
  [...members].sort(byJoining).map((member) => ({
    user_id: member.user_id,
    name: member.name,
    avatar_url: member.avatar_url,
    look: member.look,
    is_in: member.user_id !== before && (member.checked_in_today || hasFullWeek(member)),
    is_due: member.user_id === before || isOut(member),
  }));

type Team = Pick<Mission, 'members' | 'schedule' | 'today' | 'first_day'>;

/** How far the team is: who is in, or with times a week the stitches of this week. */
export function fireLine(mission: Team): string {
  const { members, schedule, today, first_day } = mission;
  if (isEveryoneIn(members)) return 'Everyone is in';
  const weeks = members.flatMap(({ week }) => week ?? []);
  const target = weeks.reduce((sum, week) => sum + week.target, 0);
  if (schedule.kind === 'weekly' && target > 0) {
    const done = weeks.reduce((sum, week) => sum + Math.min(week.done, week.target), 0);
    return `${count(done)} of ${count(target)} stitches this week`;
  }
  const expected = today < first_day ? 0 : members.filter((member) => isExpected(member, mission)).length;
  if (expected === 0) return 'Nobody has to check in today';
  return `${count(members.filter((member) => member.checked_in_today).length)} of ${count(expected)} are in`;
}

/** Who is out, in words that stay short: three names, or two and how many more; null for nobody. */
export function outLine(names: readonly string[]): string | null {
  const [one, two, three] = names;
  switch (names.length) {
    case 0:
      return null;
    case 1:
      return `${one} is not in yet`;
    case 2:
      return `${one} and ${two} are not in yet`;
    case 3:
      return `${one}, ${two} and ${three} are not in yet`;
    default:
      return `${one}, ${two} and ${count(names.length - 2)} more are not in yet`;
  }
}

/** What the button that nudges them all says. */
export function nudgeWords(names: readonly string[]): string {
  if (names.length === 1) return `Nudge ${names[0]}`;
  return names.length === 2 ? 'Nudge both' : `Nudge all ${names.length}`;
}

/** Everybody, those first who need to check in, then those who are in, by their time. */
export function byNeed(members: readonly Member[]): Member[] {
  const place = (member: Member) => (isOut(member) ? 0 : member.checked_in_today ? 1 : 2);
  return [...members].sort(
    (one, other) => place(one) - place(other) || (one.checked_in_at ?? '').localeCompare(other.checked_in_at ?? ''),
  );
}

type Noted = Pick<
  Member,
  'checked_in_today' | 'checked_in_at' | 'due_today' | 'needed_today' | 'week' | 'away_until' | 'nudged_by'
>;

/** The note of a member's day; null when there is nothing to say but how far the week is. */
function dayNote(member: Noted, mission: Pick<Mission, 'schedule'>, zone: string): string | null {
  if (member.checked_in_at) return `in at ${clockTime(member.checked_in_at, zone)}`;
  if (member.checked_in_today) return 'in';
  if (member.away_until) return `away until ${briefDay(member.away_until)}`;
  if (!isExpected(member, mission)) return null;
  return member.nudged_by ? nudgedNote(member.nudged_by) : 'not yet';
}

/** The week that a member's row shows; null on a break, and where it asks for nothing. */
export const shownWeek = ({ week, away_until }: Pick<Member, 'week' | 'away_until'>): Member['week'] =>
  away_until === null && week !== null && week.target > 0 ? week : null;

/**
 * The note under a member's name: how far the week is, and when they checked in, on the viewer's clock, how long they are
 * away, that today is free, or who nudged them.
 */
export function memberNote(member: Noted, mission: Pick<Mission, 'schedule'>, zone: string): string {
  const note = dayNote(member, mission, zone);
  const week = shownWeek(member);
  if (!week) return note ?? 'not today';
  return note ? `${week.done} of ${week.target}, ${note}` : weekNote(getT(), week);
}
