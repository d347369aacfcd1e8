import type { Checkin } from '#contract/checkins.ts';
import type { LocalDay } from '#domain/days.ts';

type Post = Pick<Checkin, 'id' | 'local_day' | 'type' | 'content' | 'comments_count' | 'is_comeback' | 'hidden'>;

/** A day of the feed: its posts, and the plain ticks that its header groups. Both keep the feed's order. */
export interface FeedDay<T> {
  readonly day: LocalDay;
  readonly posts: readonly T[];
  readonly ticks: readonly T[];
}

/** Returns true if the check-in is a plain tick. An edit can change that. */
const isBare = ({ type, content, is_comeback, hidden }: Post): boolean =>
  type === 'tick' && content === '' && !is_comeback && hidden === null;

/**
 * Groups check-ins by day, latest first. Ticks in `shownTicks` stay ticks even with comments, so nothing moves while
 * the user reads.
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

/** Returns each person's latest check-in of a day, latest first. */
export function peopleOf<T extends Pick<Checkin, 'id' | 'user_id'>>({ posts, ticks }: FeedDay<T>): T[] {
  const latest = [...posts, ...ticks].sort((one, other) => (one.id < other.id ? 1 : -1));
  return latest.filter(({ user_id }, at) => latest.findIndex((one) => one.user_id === user_id) === at);
}
