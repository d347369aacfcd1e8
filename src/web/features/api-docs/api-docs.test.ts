import { describe, expect, it } from 'vitest';
import { DOCS_PATHS, type DocsPath, HELP_PATH } from '#contract/api-docs.ts';
import * as limits from '#domain/limits.ts';
import { pointsFor } from '#domain/points.ts';
import { API_TOKEN_RETENTION_DAYS, DELETIONS_LISTED_DAYS } from '#domain/retention.ts';
import app from '#messages/en/app.json' with { type: 'json' };
import start from '#messages/en/start.json' with { type: 'json' };
import { IDEMPOTENCY_KEY_MAX } from '#platform/contract/endpoint.ts';
import { LIVE_MINUTES_MAX, LIVE_STREAMS_PER_USER } from '#platform/lib/live-limits.ts';
import { renderDocs } from './render-docs.tsx';

const sources = import.meta.glob<string>(['/docs/api/*.md', '/docs/help.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const PAGES: readonly (readonly [path: DocsPath, file: string])[] = [
  ['/docs/api', '/docs/api/guide.md'],
  ['/docs/api/cookbook', '/docs/api/cookbook.md'],
  ['/docs/api/changes', '/docs/api/changes.md'],
];
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found!);

it.each(PAGES)('renders %s as complete HTML with matching links and IDs and no skipped heading level', (path, file) => {
  const { html } = renderDocs(path, sources[file]!);
  const ids = all(html, /\sid="([^"]+)"/g);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining(all(html, /href="#([^"]+)"/g)));
  expect(DOCS_PATHS).toEqual(expect.arrayContaining(all(html, /href="(\/docs[^"#]*)"/g)));
  expect(all(html, /href="([^"]+)" aria-current="page"/g)).toEqual([path]);
  const levels = all(html, /<h([1-6])[\s>]/g).map(Number);
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0), `heading ${at}`).toBeLessThan(2);
  expect(html).not.toMatch(/\sstyle=|<script|\son\w+=|undefined|\.md"/);
});

it("keeps the addresses of the guide's sections", () => {
  const { html } = renderDocs('/docs/api', sources['/docs/api/guide.md']!);
  expect(all(html, /<h2 id="([^"]+)"/g)).toEqual([
    ...['getting-started', 'tokens', 'not-with-tokens', 'values', 'errors', 'rates', 'paging', 'etags', 'repeats'],
    ...['compression', 'cors', 'versions', 'webhooks', 'live', 'keys'],
  ]);
});

describe('the numbers of the guide', () => {
  const guide = sources['/docs/api/guide.md']!.replaceAll(/\s+/g, ' ');

  it.each([
    `lasts 1 to ${limits.API_TOKEN_DAYS_MAX} days`,
    `in your list for ${API_TOKEN_RETENTION_DAYS} days`,
    `You can have ${limits.API_TOKENS_PER_USER} at a time`,
    `${limits.API_TOKEN_RATE} requests a minute`,
    `q=${limits.API_TOKEN_RATE};w=60`,
    `GET /api/missions\`: ${limits.MISSIONS_PAGE}, at most ${limits.MISSIONS_PAGE_MAX}`,
    `checkins\`: ${limits.CHECKINS_PAGE}, at most ${limits.CHECKINS_PAGE_MAX}`,
    `their days: ${limits.CHECKINS_PAGE}, at most ${limits.CHECKINS_PAGE_MAX}`,
    `notifications\`: at most ${limits.NOTIFICATIONS_SHOWN}`,
    `from you since, for ${DELETIONS_LISTED_DAYS} days`,
    `1 to ${IDEMPOTENCY_KEY_MAX} visible`,
    `For ${limits.IDEMPOTENCY_HOURS} hours the same key`,
    `You can have ${limits.WEBHOOKS_PER_USER}, created`,
    `within ${limits.WEBHOOK_FIRST_TRY_SECONDS} seconds`,
    `${limits.WEBHOOK_TRIES} times over 3 days`,
    `${limits.WEBHOOK_TRY_SECONDS} seconds for your answer`,
    `At most ${limits.WEBHOOK_PENDING_MAX} events`,
    `for ${limits.WEBHOOK_ROTATION_HOURS} hours both sign`,
    `the last ${limits.WEBHOOK_DELIVERIES_SHOWN} with status`,
    `can have ${LIVE_STREAMS_PER_USER} streams`,
    `after ${LIVE_MINUTES_MAX * 0.8} to ${LIVE_MINUTES_MAX} minutes`,
  ])('include the limit of the server: %s', (sentence) => expect(guide).toContain(sentence));
});

describe('the help', () => {
  const source = sources['/docs/help.md']!;
  const { title, description, html } = renderDocs(HELP_PATH, source);

  it('has its own title, and no links to the pages about the API', () => {
    expect(title).toBe('Help · Emberkin');
    expect(description).toBe('Quotation marks show texts of the screens.');
    expect(all(html, /<h2 id="([^"]+)"/g)).toEqual([
      ...['check-in', 'streaks-and-saves', 'breaks-and-travel', 'teams', 'reminders', 'offline', 'your-data'],
    ]);
    expect(html).not.toMatch(/href="\/(?:docs|api)|API tokens/);
  });

  it('quotes texts of the screens', () => {
    const texts = JSON.stringify([start, app]);
    const quotes = all(source, /"([^"]+)"/g);
    expect(quotes).toContain('Take a break');
    expect(quotes.filter((quote) => !texts.includes(`"${quote}"`))).toEqual([]);
  });

  it.each([
    `a tick (${pointsFor('tick')} points), a text (${pointsFor('text')}) or a photo (${pointsFor('photo')})`,
    `Every ${limits.REST_DAY_EVERY} days of a streak earn a save`,
    `each of the last ${limits.LEDGER_DAYS} days`,
    `A break lasts up to ${limits.PAUSE_DAYS_MAX} days`,
    `Any 365 days contain at most ${limits.PAUSE_DAYS_A_YEAR} days of breaks`,
    `for up to ${limits.OFFLINE_MAX_HOURS} hours`,
  ])('states a limit of the product: %s', (sentence) => expect(source).toContain(sentence));

  it.each([
    ['first ten check-ins of a day', limits.EARNING_CHECKINS_A_DAY, 10],
    ['Until noon', limits.YESTERDAY_UNTIL_HOUR, 12],
    ['for one hour', limits.CHECKIN_EDIT_MINUTES, 60],
    ['up to two.', limits.REST_DAYS_MAX, 2],
    ['Up to six weeks', limits.IDLE_DAYS_MAX, 42],
    ['at most twice in seven days', limits.EXCUSING_CHANGES_MAX, 2],
    ['You receive two a day', limits.REMINDERS_A_DAY, 2],
    ['three times when needed', limits.DAILY_REMINDERS, 3],
    ['The eighth is the last', limits.UNANSWERED_REMINDERS_MAX, 8],
    ['a week later any member', limits.ROUND_HOSTS_DAYS, 7],
  ])('writes a limit as a word: %s', (words, limit, number) => {
    expect(source).toContain(words);
    expect(limit).toBe(number);
  });
});
