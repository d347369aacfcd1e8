import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import type { SceneMember } from '#domain/fire-scene.ts';
import { briefDay, clockTime } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';

const nudgedNote = (t: ScreenTranslate, { name, others }: NonNullable<Member['nudged_by']>): string =>
  others === 0 ? t('app.members.note.nudged', { name }) : t('app.members.note.nudged_more', { name, count: others });

/**
 * Returns true if a member counts in 'X of Y checked in today'. A daily mission counts everyone not on a break,
 * whatever their local date.
 */
export const isExpected = (
  { checked_in_today, needed_today, away_until }: Pick<Member, 'checked_in_today' | 'needed_today' | 'away_until'>,
  { schedule }: Pick<Mission, 'schedule'>,
): boolean => checked_in_today || needed_today || (schedule.kind === 'daily' && away_until === null);

/** Returns true if a member still needs to check in today, on their own clock. */
export const isOut = ({ checked_in_today, needed_today }: Pick<Member, 'checked_in_today' | 'needed_today'>): boolean =>
  !checked_in_today && needed_today;

/** Returns true if nobody in a team is due, not even members with other days left this week. */
export const isEveryoneIn = (members: readonly Pick<Member, 'checked_in_today' | 'due_today'>[]): boolean =>
  members.length > 1 &&
  members.some(({ checked_in_today }) => checked_in_today) &&
  members.every(({ checked_in_today, due_today }) => checked_in_today || !due_today);

export function isLastOfAll(members: readonly Member[], meId: string): boolean {
  const at = members.find(({ user_id }) => user_id === meId)?.checked_in_at ?? '';
  return isEveryoneIn(members) && members.every(({ checked_in_at }) => (checked_in_at ?? '') <= at);
}

const byJoining = (one: Member, other: Member): number =>
  one.joined_at.localeCompare(other.joined_at) || one.user_id.localeCompare(other.user_id);

const hasFullWeek = ({ week }: Pick<Member, 'week'>): boolean =>
  week !== null && week.target > 0 && week.done >= week.target;

/** Returns the members by joining. A kept week counts as being in. `before` is shown as before today's check-in. */
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

/** Says who is in, or for weekly schedules the number of stitches this week. */
export function fireLine(t: ScreenTranslate, mission: Team): string {
  const { members, schedule, today, first_day } = mission;
  if (isEveryoneIn(members)) return t('app.members.fire.everyone');
  const weeks = members.flatMap(({ week }) => week ?? []);
  const target = weeks.reduce((sum, week) => sum + week.target, 0);
  if (schedule.kind === 'weekly' && target > 0) {
    const done = weeks.reduce((sum, week) => sum + Math.min(week.done, week.target), 0);
    return t('app.members.fire.stitches', { done, target });
  }
  const expected = today < first_day ? 0 : members.filter((member) => isExpected(member, mission)).length;
  if (expected === 0) return t('app.members.fire.nobody');
  const done = members.filter((member) => member.checked_in_today).length;
  return t('app.members.fire.in', { done, total: expected });
}

/** Names up to three members who are out, or two and the number of others, or null if nobody is out. */
export function outLine(t: ScreenTranslate, names: readonly string[]): string | null {
  const [one = '', two = '', three = ''] = names;
  switch (names.length) {
    case 0:
      return null;
    case 1:
      return t('app.members.out.one', { one });
    case 2:
      return t('app.members.out.two', { one, two });
    case 3:
      return t('app.members.out.three', { one, two, three });
    default:
      return t('app.members.out.more', { one, two, count: names.length - 2 });
  }
}

export function nudgeWords(t: ScreenTranslate, [name = '', ...others]: readonly string[]): string {
  if (others.length === 0) return t('app.members.nudge.name', { name });
  return others.length === 1 ? t('app.members.nudge.both') : t('app.members.nudge.all', { count: others.length + 1 });
}

/** Sorts members who still need to check in first, then members who are in, by time. */
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

function dayNote(t: ScreenTranslate, member: Noted, mission: Pick<Mission, 'schedule'>, zone: string): string | null {
  if (member.checked_in_at) return t('app.members.note.in_at', { time: clockTime(member.checked_in_at, zone) });
  if (member.checked_in_today) return t('app.members.note.in');
  if (member.away_until) return t('app.members.note.away', { day: briefDay(member.away_until) });
  if (!isExpected(member, mission)) return null;
  return member.nudged_by ? nudgedNote(t, member.nudged_by) : t('app.members.note.not_yet');
}

export const shownWeek = ({ week, away_until }: Pick<Member, 'week' | 'away_until'>): Member['week'] =>
  away_until === null && week !== null && week.target > 0 ? week : null;

/** Returns the week, and the check-in time (on the viewer's clock), break, free day or nudge. */
export function memberNote(
  t: ScreenTranslate,
  member: Noted,
  mission: Pick<Mission, 'schedule'>,
  zone: string,
): string {
  const note = dayNote(t, member, mission, zone);
  const week = shownWeek(member);
  if (!week) return note ?? t('app.members.note.free');
  return note ? t('app.members.note.week', { ...week, note }) : weekNote(t, week);
}
