import type { Dashboard, OpenReward } from '#contract/dashboard.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { plainDay } from '#web/lib/format.ts';

const WEEKS = 18;

const firstDay = (today: LocalDay): LocalDay => addDays(today, -weekdayOf(today) - 7 * (WEEKS - 1));

/** Check-ins a day, oldest first, from the Monday 17 weeks ago to today. */
export function quiltCounts({ quilt, today }: Pick<Dashboard, 'quilt' | 'today'>): number[] {
  const first = firstDay(today);
  const counts = new Map(quilt.map(({ day, count }) => [day, count]));
  return Array.from({ length: daysBetween(first, today) + 1 }, (_, i) => counts.get(addDays(first, i)) ?? 0);
}

/** The quilt in one sentence. */
export function quiltSentence({ quilt, today }: Pick<Dashboard, 'quilt' | 'today'>): string {
  const first = firstDay(today);
  const stitched = quilt.filter(({ day, count }) => count > 0 && day >= first && day <= today);
  const oldest = stitched[0];
  if (!oldest) return 'Your first stitch is still to come.';
  return stitched.length === 1
    ? `One check-in day: ${plainDay(oldest.day)}`
    : `${stitched.length} check-in days since ${plainDay(oldest.day)}`;
}

/** At most this many are named before the rest is counted. */
const NAMED = 3;

/** The members whose reward is still open, the user first: 'You, Ana and 2 others'. */
export function waitingNames({ earned_by, open_count }: Pick<OpenReward, 'earned_by' | 'open_count'>, meId: string) {
  const isMe = (member: { user_id: string }) => member.user_id === meId;
  const ordered = [...earned_by.filter(isMe), ...earned_by.filter((member) => !isMe(member))];
  const named = ordered.slice(0, open_count === NAMED + 1 ? NAMED + 1 : NAMED).map((m) => (isMe(m) ? 'You' : m.name));
  const others = open_count - named.length;
  const listed = others > 0 ? [...named, `${others} others`] : named;
  const last = listed.pop() ?? '';
  return listed.length > 0 ? `${listed.join(', ')} and ${last}` : last;
}
