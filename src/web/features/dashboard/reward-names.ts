import type { OpenReward } from '#contract/dashboard.ts';

/** Names before the rest is counted. */
const NAMED = 3;
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Who still waits for a reward, oneself first: 'You, Ana and 2 others'. */
export function waitingNames({ earned_by, open_count }: Pick<OpenReward, 'earned_by' | 'open_count'>, meId: string) {
  const isMe = (member: { user_id: string }) => member.user_id === meId;
  const ordered = [...earned_by.filter(isMe), ...earned_by.filter((member) => !isMe(member))];
  const named = ordered.slice(0, open_count === NAMED + 1 ? NAMED + 1 : NAMED).map((m) => (isMe(m) ? 'You' : m.name));
  const others = open_count - named.length;
  return list.format(others > 0 ? [...named, `${others} others`] : named);
}
