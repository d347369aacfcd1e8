import type { InfiniteData } from '@tanstack/react-query';
import type { Checkin } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';

export type FeedData = InfiniteData<Checkin[]>;

/** IDs ascend with time, so a newer check-in has a greater ID. */
const isNewer = (one: Checkin, other: Checkin) => one.id > other.id;

/** Returns the ID of the row before a page; '' for the first page. */
export const startOf = (feed: FeedData, page: number): string => feed.pages[page - 1]?.at(-1)?.id ?? '';

function pagesOf(rows: readonly Checkin[]): FeedData {
  const pages: Checkin[][] = [];
  for (let at = 0; at < rows.length; at += CHECKINS_PAGE) pages.push(rows.slice(at, at + CHECKINS_PAGE));
  if (pages.length === 0) pages.push([]);
  return { pages, pageParams: pages.map((_, at) => pages[at - 1]?.at(-1)?.id ?? '') };
}

export function newerThan(feed: FeedData, head: readonly Checkin[]): Checkin[] {
  const top = feed.pages[0]?.[0];
  return top ? head.filter((row) => isNewer(row, top)) : [...head];
}

/**
 * Replaces a section of the feed. `fetched` follows `afterId` ('' is the top), out of `limit` requested. Missing rows
 * were deleted.
 */
export function withSection(feed: FeedData, fetched: readonly Checkin[], afterId: string, limit: number): FeedData {
  const rows = feed.pages.flat();
  const last = fetched.at(-1);
  const above = afterId === '' ? [] : rows.filter((row) => row.id >= afterId);
  // A short section reaches the end of the feed.
  const below = fetched.length < limit || !last ? [] : rows.filter((row) => row.id < last.id);
  const joined = [...above, ...fetched, ...below];
  return rechunk(feed, joined);
}

/** Replaces the first page. Drops the rows below if a gap is possible. */
export function withHead(feed: FeedData, head: readonly Checkin[]): FeedData {
  const top = feed.pages[0]?.[0];
  const touches = !top || head.length < CHECKINS_PAGE || head.some((row) => !isNewer(row, top));
  return touches ? withSection(feed, head, '', CHECKINS_PAGE) : pagesOf(head);
}

/** Adds the user's own check-in until the next fetch. Safe to repeat. */
export function withNewCheckin(feed: FeedData, checkin: Checkin): FeedData {
  const [first = []] = feed.pages;
  if (first.some(({ id }) => id === checkin.id)) return feed;
  return withHead(feed, [checkin, ...first].slice(0, CHECKINS_PAGE));
}

export const withoutCheckin = (feed: FeedData, checkinId: string): FeedData =>
  rechunk(
    feed,
    feed.pages.flat().filter(({ id }) => id !== checkinId),
  );

/** Splits the rows into pages again. A feed that had ended stays ended, even if its last page is now full. */
function rechunk(previous: FeedData, rows: readonly Checkin[]): FeedData {
  const ended = (previous.pages.at(-1)?.length ?? 0) < CHECKINS_PAGE;
  const feed = pagesOf(rows);
  const full = feed.pages.at(-1)?.length === CHECKINS_PAGE;
  if (!ended || !full) return feed;
  return { pages: [...feed.pages, []], pageParams: [...feed.pageParams, rows.at(-1)?.id ?? ''] };
}
