import type { InfiniteData } from '@tanstack/react-query';
import type { Checkin } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';

export type FeedData = InfiniteData<Checkin[]>;

/** Ids ascend with time, so a newer check-in has a greater id. */
const isNewer = (one: Checkin, other: Checkin) => one.id > other.id;

/** The id of the row after which a page of the feed begins; '' for the first page. */
export const startOf = (feed: FeedData, page: number): string => feed.pages[page - 1]?.at(-1)?.id ?? '';

/** The rows as pages of ten; the next page is requested after the last of them. */
function pagesOf(rows: readonly Checkin[]): FeedData {
  const pages: Checkin[][] = [];
  for (let at = 0; at < rows.length; at += CHECKINS_PAGE) pages.push(rows.slice(at, at + CHECKINS_PAGE));
  if (pages.length === 0) pages.push([]);
  return { pages, pageParams: pages.map((_, at) => pages[at - 1]?.at(-1)?.id ?? '') };
}

/** The check-ins of the latest first page that are newer than everything shown, newest first. */
export function newerThan(feed: FeedData, head: readonly Checkin[]): Checkin[] {
  const top = feed.pages[0]?.[0];
  return top ? head.filter((row) => isNewer(row, top)) : [...head];
}

/**
 * The feed with a section of it replaced by the server's present rows: `fetched` are the rows that follow `afterId` ('':
 * from the top), of which `limit` were requested. Rows of that section that are not among them were deleted.
 */
export function withSection(feed: FeedData, fetched: readonly Checkin[], afterId: string, limit: number): FeedData {
  const rows = feed.pages.flat();
  const last = fetched.at(-1);
  const above = afterId === '' ? [] : rows.filter((row) => row.id >= afterId);
  // A section that is not full reaches the end of the feed.
  const below = fetched.length < limit || !last ? [] : rows.filter((row) => row.id < last.id);
  const joined = [...above, ...fetched, ...below];
  return rechunk(feed, joined);
}

/** The feed with a new first page. If check-ins may be missing between it and the rows below, those are dropped. */
export function withHead(feed: FeedData, head: readonly Checkin[]): FeedData {
  const top = feed.pages[0]?.[0];
  const touches = !top || head.length < CHECKINS_PAGE || head.some((row) => !isNewer(row, top));
  return touches ? withSection(feed, head, '', CHECKINS_PAGE) : pagesOf(head);
}

/** The feed with the user's own new check-in on top, until the next fetch; it is never added twice. */
export function withNewCheckin(feed: FeedData, checkin: Checkin): FeedData {
  const [first = []] = feed.pages;
  if (first.some(({ id }) => id === checkin.id)) return feed;
  return withHead(feed, [checkin, ...first].slice(0, CHECKINS_PAGE));
}

/** The feed without a check-in that was taken back. */
export const withoutCheckin = (feed: FeedData, checkinId: string): FeedData =>
  rechunk(
    feed,
    feed.pages.flat().filter(({ id }) => id !== checkinId),
  );

/** Cuts the rows into pages again. A feed that had reached its end stays ended when new rows fill its last page. */
function rechunk(previous: FeedData, rows: readonly Checkin[]): FeedData {
  const ended = (previous.pages.at(-1)?.length ?? 0) < CHECKINS_PAGE;
  const feed = pagesOf(rows);
  const full = feed.pages.at(-1)?.length === CHECKINS_PAGE;
  if (!ended || !full) return feed;
  return { pages: [...feed.pages, []], pageParams: [...feed.pageParams, rows.at(-1)?.id ?? ''] };
}
