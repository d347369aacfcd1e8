import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { type FeedData, newerThan, withHead, withoutCheckin, withSection } from './feed-pages.ts';

/** Returns a check-in; a higher `at` is newer. */
const row = (at: number, content = '') =>
  ({ id: `01a1fdfa-4600-7000-8000-${String(at).padStart(12, '0')}`, content }) as Checkin;
const rowsOf = (...moments: number[]) => moments.map((at) => row(at));
const from = (top: number, count: number) => Array.from({ length: count }, (_, at) => row(top - at));
const feedOf = (...pages: Checkin[][]): FeedData => ({
  pages,
  pageParams: pages.map((_, at) => pages[at - 1]?.at(-1)?.id ?? ''),
});
const moments = (feed: FeedData) => feed.pages.flat().map(({ id }) => Number(id.slice(-12)));

describe('new first page', () => {
  it('adds new check-ins on top and leaves the loaded ones below', () => {
    const feed = feedOf(from(20, 10), from(10, 10));
    const head = from(22, 10);
    expect(newerThan(feed, head).map(({ id }) => id)).toEqual(rowsOf(22, 21).map(({ id }) => id));
    expect(moments(withHead(feed, head))).toEqual(Array.from({ length: 22 }, (_, at) => 22 - at));
  });

  it('removes deleted check-ins and shows edits', () => {
    const feed = feedOf(from(20, 10), from(10, 10));
    const head = [row(20, 'edited'), ...rowsOf(18, 17, 16, 15, 14, 13, 12, 11, 10)];
    const shown = withHead(feed, head);
    expect(moments(shown)).toEqual([20, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(shown.pages[0]![0]!.content).toBe('edited');
  });

  it('replaces the loaded check-ins if it does not reach them, to leave no gap', () => {
    expect(moments(withHead(feedOf(from(20, 10), from(10, 10)), from(40, 10)))).toEqual(
      Array.from({ length: 10 }, (_, at) => 40 - at),
    );
  });

  it('keeps a complete feed complete when the page fills up', () => {
    const feed = feedOf(from(9, 9));
    const shown = withHead(feed, from(10, 10));
    expect(shown.pages.map((page) => page.length)).toEqual([10, 0]);
  });

  it('is empty for an empty mission until its first check-in', () => {
    expect(withHead(feedOf([]), []).pages).toEqual([[]]);
    expect(moments(withHead(feedOf([]), rowsOf(1)))).toEqual([1]);
  });
});

it('withoutCheckin removes one row, and keeps the order and the end of the feed', () => {
  const feed = withoutCheckin(feedOf(from(13, 10), from(3, 3)), row(7).id);
  expect(moments(feed)).toEqual([13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2, 1]);
  expect(withoutCheckin(feedOf(from(10, 10), rowsOf(0)), row(0).id).pages.map((page) => page.length)).toEqual([10, 0]);
  expect(withoutCheckin(feedOf(rowsOf(1)), row(1).id).pages).toEqual([[]]);
  expect(moments(withoutCheckin(feedOf(rowsOf(2, 1)), row(9).id))).toEqual([2, 1]);
});

describe('reloaded section', () => {
  it('changes nothing above and below it', () => {
    const feed = feedOf(from(30, 10), from(20, 10), from(10, 10));
    const fetched = rowsOf(20, 19, 17, 16, 15, 14, 13, 12, 11, 10);
    const shown = withSection(feed, fetched, row(21).id, 10);
    expect(moments(shown)).toEqual(Array.from({ length: 30 }, (_, at) => 30 - at).filter((at) => at !== 18));
  });

  it("equals the server's rows, in order and without duplicates", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 50 });
    fc.assert(
      fc.property(ids, ids, fc.nat(4), (known, latest, page) => {
        const sorted = (list: number[]) => [...list].sort((a, b) => b - a);
        const shown = sorted(known).map((at) => row(at));
        const pages = Array.from({ length: Math.max(1, Math.ceil(shown.length / 10)) }, (_, at) =>
          shown.slice(at * 10, at * 10 + 10),
        );
        const before = page === 0 ? '' : (pages[page - 1]?.at(-1)?.id ?? '');
        const limit = CHECKINS_PAGE;
        const server = sorted(latest).map((at) => row(at));
        const fetched = server.filter(({ id }) => before === '' || id < before).slice(0, limit);
        const feed = withSection(feedOf(...pages), fetched, before, limit);
        const all = moments(feed);
        expect(all).toEqual(sorted([...new Set(all)]));
        for (const { id } of fetched) expect(feed.pages.flat().some((one) => one.id === id)).toBe(true);
        const end = fetched.length < limit ? '' : fetched.at(-1)!.id;
        const inside = feed.pages.flat().filter(({ id }) => (before === '' || id < before) && id >= end);
        expect(inside.map(({ id }) => id)).toEqual(fetched.map(({ id }) => id));
      }),
    );
  });
});
