import { me } from '#contract/auth.ts';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { bearer, bearerJson, FULL, firstUnreadOf, type Membership, tokenOf } from './dataset.ts';
import type { Target } from './load.ts';
import { addTeams } from './teams.ts';

type Next = (count: number) => Target[];

export interface CompareRow {
  name: string;
  /** Requests per round, and the uncounted ones before the rounds. */
  requests: number;
  warm_up: number;
  targets: { product?: Next; bare?: Next; logging?: Next };
  /** The largest allowed and the desired ratio to the bare server's processor time. */
  bare_limit?: number;
  bare_wish?: number;
}

const READERS = 500;
/** Enough to warm up compilers and connections. */
const WARM_UP = 2000;

const checkInTarget = ({ mission_id, token }: Membership): Target => ({
  method: 'POST',
  path: createCheckin.path,
  headers: bearerJson(token),
  body: JSON.stringify({ mission_id, type: 'tick' }),
});

export const readTarget = (path: string, { mission_id, token }: Membership): Target => ({
  method: 'GET',
  path: path.replace('{id}', mission_id),
  headers: bearer(token),
});

/** Returns check-ins of one member after another, so that each is the first of its day and succeeds. */
export const checkInsOf = (memberships: Iterator<Membership>): Next => {
  return (count) =>
    Array.from({ length: count }, () => {
      const { value, done } = memberships.next();
      if (done) throw new Error('Every member of the data has checked in already.');
      return checkInTarget(value);
    });
};

/** Returns check-ins for the bare server, which accepts any day, so there are enough to warm it up. */
const bareCheckInsOf = (memberships: readonly Membership[], year: number, path: string = createCheckin.path): Next => {
  let used = 0;
  return (count) =>
    Array.from({ length: count }, () => {
      const { mission_id, token } = memberships[used % memberships.length]!;
      const day = new Date(Date.UTC(year, 0, 1 + Math.floor(used++ / memberships.length))).toISOString().slice(0, 10);
      return { method: 'POST', path, headers: bearerJson(token), body: JSON.stringify({ mission_id, day }) };
    });
};

export function listRows(memberships: readonly Membership[]): CompareRow[] {
  const first = firstUnreadOf(FULL);
  const unread = new Set(Array.from({ length: FULL.people - first }, (_, at) => tokenOf(first + at)));
  const readers = memberships.filter(({ token }) => !unread.has(token)).slice(0, READERS);
  const unreadReaders = memberships.filter(({ token }) => unread.has(token));
  const reads = (path: string, requests: number, bare_limit: number, bare_wish?: number): CompareRow => {
    const next: Next = () => readers.map((reader) => readTarget(path, reader));
    const targets = { product: next, bare: next };
    return { name: `GET ${path}`, requests, warm_up: WARM_UP, targets, bare_limit, ...(bare_wish && { bare_wish }) };
  };
  const unreadBell: Next = () => unreadReaders.map((reader) => readTarget(listNotifications.path, reader));
  const page: Next = () => [{ method: 'GET', path: '/login', headers: { 'accept-encoding': 'br' } }];
  const checkins = { requests: 180, warm_up: WARM_UP };
  return [
    {
      name: 'GET /login (static, brotli)',
      requests: 3000,
      warm_up: 9000,
      targets: { product: page, bare: page },
      bare_limit: 1.6,
      bare_wish: 1.5,
    },
    reads(me.path, 1500, 1.9),
    reads(getDashboard.path, 600, 8.4),
    reads(getMission.path, 600, 4.9),
    reads(listCheckins.path, 600, 7.8),
    reads(listNotifications.path, 500, 7.5, 5.2),
    {
      name: 'GET /api/notifications, 1,000 check-ins unread',
      requests: 500,
      warm_up: WARM_UP,
      targets: { product: unreadBell, bare: unreadBell },
      bare_limit: 8.6,
      bare_wish: 6,
    },
    {
      name: 'POST /api/checkins, 11 members',
      ...checkins,
      targets: { product: checkInsOf(memberships.values()), bare: bareCheckInsOf(memberships, 2100) },
      bare_limit: 6.4,
      bare_wish: 3.5,
    },
    {
      name: '  (bare: begin, insert, two updates, commit)',
      ...checkins,
      targets: { bare: bareCheckInsOf(memberships, 2200, `${createCheckin.path}/step-by-step`) },
    },
  ];
}

export async function listTeamRows(url: string): Promise<CompareRow[]> {
  const rows: CompareRow[] = [];
  for (const size of [2, 500]) {
    const memberships = await addTeams(url, size, 1000);
    const name = `POST /api/checkins, ${size} members`;
    rows.push({ name, requests: 90, warm_up: 150, targets: { product: checkInsOf(memberships.values()) } });
  }
  return rows;
}
