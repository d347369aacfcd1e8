import type { Checkin } from '#contract/checkins.ts';
import type { LocalDay } from '#domain/days.ts';

type Post = Pick<Checkin, 'id' | 'local_day' | 'type' | 'content' | 'comments_count' | 'is_comeback' | 'hidden'>;

/** A day of a feed: what says something, and the plain ticks, which its head has. Both in the order of the feed. */
export interface FeedDay<T> {
  readonly day: LocalDay;
  readonly posts: readonly T[];
  readonly ticks: readonly T[];
}

/** Whether the check-in itself says no more than that it was made. An edit may change that. */
const isBare = ({ type, content, is_comeback, hidden }: Post): boolean =>
  type === 'tick' && content === '' && !is_comeback && hidden === null;

/**
 * The check-ins of a feed by their days, the latest day first; each is in one day, and once in it. A tick that is in
 * `shownTicks` stays one, although somebody wrote a comment under it meanwhile, so that nothing moves under the reader.
 */
export function daysOf<T extends Post>(
  checkins: readonly T[],
  shownTicks: ReadonlySet<string> = new Set(),
): FeedDay<T>[] {
  const isTick = (checkin: T) => isBare(checkin) && (checkin.comments_count === 0 || shownTicks.has(checkin.id));
  const days = [...new Set(checkins.map(({ local_day }) => local_day))].sort().reverse();
  return days.map((day) => {
    const own = checkins.filter(({ local_day }) => local_day === day);
    return { day, posts: own.filter((checkin) => !isTick(checkin)), ticks: own.filter(isTick) };
  });
}

/** The people who checked in on a day, the latest first. */
export function peopleOf<T extends Pick<Checkin, 'id' | 'user_id'>>({ posts, ticks }: FeedDay<T>): T[] {
  const latest = [...posts, ...ticks].sort((one, other) => (one.id < other.id ? 1 : -1));
  return latest.filter(({ user_id }, at) => latest.findIndex((one) => one.user_id === user_id) === at);
}
