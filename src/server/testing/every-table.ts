import * as z from 'zod/mini';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { refreshStanding } from '#server/life/public.ts';
import { removePictures } from '../services/media/public.ts';

/** The number of users, and of rows in most tables. */
export const DOZEN = 12;
/** Tables that have fewer rows in every database. */
export const FEWER_ROWS: readonly string[] = ['admin_account', 'migrations'];
/** The instant of most rows. The last check-ins are for this day. */
export const EVERY_TABLE_AT = '2026-11-20T08:00:00.000Z';
/** The current time for pages that read the rows. */
export const EVERY_TABLE_NOW = '2026-11-21T12:00:00.000Z';

/** The password of every user, if the caller hashes it. */
export const EVERY_TABLE_PASSWORD = 'campfire';

const at = `timestamptz '${EVERY_TABLE_AT}'`;
const milliseconds = Date.parse(EVERY_TABLE_AT).toString(16).padStart(12, '0');

/** Returns SQL for the ID of number `n` of a kind (three hex digits). IDs of a kind sort by number. */
const id = (kind: string, n = 'n') =>
  `('${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${kind}-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const [user, mission, session, comment, invitation, report] = ['001', '002', '003', '004', '005', '006'] as const;
/** Returns SQL for the ID of a user's check-in on the nth of the ten days. */
const checkin = (person = 'n', day = '10') => id('00a', `(${day}) * 100 + ${person}`);
const picture = (place: string) => `'${place}/' || ${id('00b')}`;
const hash = (what: string, bytes = 32) => `substring(sha256(convert_to('${what} ' || n, 'UTF8')) for ${bytes})`;

/** Text that must survive: characters that COPY escapes, several alphabets, and text that resembles a null. */
const TEXT = String.raw`E'A \\N backslash, a\ttab,\na line, \\. and 🔥 ünïcode of ' || n`;

/** Days of check-ins before the last one: eight consecutive days, then a day that a rest day covers. */
const AGO = [10, 9, 8, 7, 6, 5, 4, 3, 1, 0];

/** One statement per table, in the order of their references. `n` is 1 to 12 in each. */
const STATEMENTS: readonly (readonly [table: string, columns: string, values: string])[] = [
  [
    'users',
    `id, name, email, email_verified_at, password_hash, avatar_key, bio, location, timezone, profile_completed,
     customer_id, checkins_seen_at, created_at`,
    `${id(user)}, 'Person ' || n, 'person' || n || '@example.com', ${at}, $1, ${picture('avatars')} || '/512.webp',
     ${TEXT}, 'Camp ' || n, 'UTC', true, 'cus_' || n, ${at} - interval '9 days', ${at} - interval '300 days'`,
  ],
  [
    'sessions',
    'id, user_id, token_hash, user_agent, created_at, last_used_at',
    `${id(session)}, ${id(user)}, ${hash('session')}, 'Browser', ${at}, ${at}`,
  ],
  [
    'reset_tokens',
    'id, user_id, token_hash, created_at, expires_at',
    `${id('011')}, ${id(user)}, ${hash('reset')}, ${at}, ${at} + interval '1 hour'`,
  ],
  ['identities', 'issuer, subject, user_id, created_at', `'https://sso.example', 'person-' || n, ${id(user)}, ${at}`],
  [
    'known_sign_ins',
    'user_id, network_hash, device_hash, last_at',
    `${id(user)}, ${hash('network', 16)}, ${hash('device', 16)}, ${at}`,
  ],
  [
    'user_settings',
    'user_id, push_types, weekly_digest, new_device_mail',
    `${id(user)}, array['comment', 'reaction'], n % 2 = 0, n % 3 > 0`,
  ],
  ['digest_sends', 'user_id, week', `${id(user)}, date '2026-11-16'`],
  [
    'push_subscriptions',
    'id, user_id, session_id, endpoint, p256dh, auth, name, created_at',
    `${id('012')}, ${id(user)}, ${id(session)}, 'https://push.example/' || n, 'key', 'auth', 'Phone', ${at}`,
  ],
  [
    'api_tokens',
    'id, user_id, name, scope, token_hash, hint, created_at, last_used_at',
    `${id('013')}, ${id(user)}, 'Script', 'read', ${hash('api')}, 'emb_ab', ${at}, case when n > 6 then ${at} end`,
  ],
  ['webhook_claims', 'key, claimed_at', `'streak.at_risk ' || ${id(user)} || ' 2026-11-19', ${at}`],
  [
    'admin_sessions',
    'id, username, token_hash, created_at, last_used_at',
    `${id('014')}, 'admin', ${hash('admin')}, ${at}, ${at}`,
  ],
  [
    'audit_log',
    'id, at, admin, action, target_id, target',
    `${id('015')}, ${at}, 'admin', 'user_suspended', ${id(user)}, null`,
  ],
  ['daily_figures', 'day, sign_ups, checkins, counted_at', `date '2026-11-01' + n, n, n * 2, ${at}`],
  ['server_facts', 'name, value', `'fact ' || n, ${TEXT}`],
  ['recurring_jobs', 'job, sent_at', `'job-' || n, ${at}`],
  [
    'payment_sessions',
    'id, user_id, plan_type, amount, currency, provider_id, url, status, payment_status, subscription_id, created_at, paid_at',
    `${id('016')}, ${id(user)}, 'pro_monthly', 500, 'usd', 'cs_' || n, 'https://pay.example/' || n, 'complete', 'paid',
     'sub_' || n, ${at}, ${at}`,
  ],
  [
    'paid_invoices',
    'id, subscription_id, amount, currency, returned, paid_at',
    `'in_' || n, 'sub_' || n, 500, 'usd', 0, ${at}`,
  ],
  [
    'subscriptions',
    `id, user_id, plan_type, status, cancel_at_period_end, period_start, period_end, started_at, checked_at, ticket`,
    `'sub_' || n, ${id(user)}, 'pro_monthly', 'canceled', false, ${at}, ${at}, ${at}, ${at}, nextval('payment_tickets')`,
  ],
  ['payment_events', 'id, type, received_at', `'evt_' || n, 'invoice.paid', ${at}`],
  [
    'zone_changes',
    'id, user_id, changed_at, old_zone, new_zone, old_day, new_day',
    `${id('017')}, ${id(user)}, ${at} - interval '200 days', 'UTC', 'Europe/Berlin', '2026-05-03', '2026-05-04'`,
  ],
  ['rest_days', 'user_id, day', `${id(user)}, date '2026-05-01' + n`],
  ['standing_ends', 'user_id, at', `${id(user)}, '2027-01-01T00:00:00Z'`],
  ['archived_days', 'user_id, day, checkins_count', `${id(user)}, date '2026-03-01' + n, n`],
  [
    'archived_asked_days',
    'id, user_id, schedule_kind, schedule_times, first_day, joined_day, from_day, to_day, days',
    `${id('018')}, ${id(user)}, 'weekly', 3, '2026-03-02', '2026-03-02', '2026-03-02', '2026-03-15', 'a8'`,
  ],
  [
    'pauses',
    'id, user_id, from_day, to_day, reason, created_at',
    `${id('019')}, ${id(user)}, '2026-04-01', '2026-04-07', 'away', ${at}`,
  ],
  [
    'imports',
    'id, user_id, source, habit, unit, created_at',
    `${id('025')}, ${id(user)}, 'loop', ${TEXT}, 'km', ${at}`,
  ],
  ['imported_days', 'import_id, day, amount', `${id('025')}, date '2026-02-01' + n, case when n > 6 then n + 0.25 end`],
  [
    'missions',
    `id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id, owner_offer_id,
     level_goal, reward_description, invitation_code, created_at, previous_id, round, unit, road_length`,
    `${id(mission)}, 'Mission ' || n, '<p>Together.</p>', ${TEXT}, 30, '2026-11-10', 'UTC', '2026-11-10T00:00:00Z',
     '2026-12-10T00:00:00Z', ${id(user)}, case when n = 1 then ${id(user, '2')} end, 4, 'Pancakes', 'CODE' || lpad(n::text, 6, 'X'),
     ${at} - interval '11 days', case when n > 1 then ${id(mission, 'n - 1')} end, n, 'pages', 100`,
  ],
  [
    'members',
    'mission_id, user_id, joined_at, joined_day, cue',
    `${id(mission, '1')}, ${id(user)}, ${at} - interval '11 days', '2026-11-10', 'After coffee'`,
  ],
  [
    'members',
    'mission_id, user_id, joined_at, joined_day',
    `${id(mission, '(n % 11) + 2')}, ${id(user, '(n % 11) + 2')}, ${at} - interval '11 days', '2026-11-10'`,
  ],
  ...AGO.map(
    (ago, i) =>
      [
        'checkins',
        `id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at, client_id,
         photo_key, photo_width, photo_height, photo_thumbhash`,
        `${checkin('n', String(i + 1))}, ${id(mission, '1')}, ${id(user)},
         ${ago === 0 ? `'photo', ${TEXT}, 20` : `'text', 'Day ${i + 1}', 15`},
         date '2026-11-20' - ${ago}, 'UTC', ${at} - interval '${ago} days', ${at} - interval '${ago} days',
         ${checkin('n', String(i + 101))}, ${ago === 0 ? `${picture('checkins')}, 640, 400, 'hash'` : 'null, null, null, null'}`,
      ] as const,
  ),
  ['photo_uploads', 'id, user_id, sent_at', `${id('01a')}, ${id(user)}, ${at}`],
  ['deleted_checkins', 'checkin_id, mission_id, deleted_at', `${id('024')}, ${id(mission)}, ${at}`],
  ['day_amounts', 'mission_id, user_id, local_day, amount', `${id(mission, '1')}, ${id(user)}, '2026-11-20', n * 1.25`],
  [
    'amount_writes',
    'id, user_id, mission_id, local_day, client_id, kind, value, performed_at',
    `${id('025')}, ${id(user)}, ${id(mission, '1')}, '2026-11-20', ${id('026')}, 'set', n * 1.25, ${at}`,
  ],
  ['taken_back', 'user_id, client_id, taken_back_at', `${id(user)}, ${id('01b')}, ${at}`],
  [
    'idempotency_keys',
    'user_id, call, key_hash, request_hash, answer, created_at',
    `${id(user)}, 'createComment', ${hash('key')}, ${hash('request')}, ${TEXT}, ${at}`,
  ],
  // Replies precede their comments here, because a backup can contain rows in any order.
  [
    'comments',
    'id, checkin_id, user_id, parent_id, content, created_at, client_id',
    `${id(comment)}, ${checkin('1')}, ${id(user)}, case when n < 7 then ${id(comment, 'n + 6')} end, ${TEXT}, ${at}, ${id('01c')}`,
  ],
  ['mentions', 'comment_id, user_id', `${id(comment)}, ${id(user, '(n % 12) + 1')}`],
  ['reactions', 'checkin_id, user_id, type, created_at', `${checkin('1')}, ${id(user)}, 'love', ${at}`],
  [
    'invitations',
    'id, public_id, mission_id, sender_id, invitee_email, message, created_at, expires_at',
    `${id(invitation)}, ${id('01d')}, ${id(mission)}, ${id(user)}, 'guest' || n || '@example.com', 'Join us', ${at},
     ${at} + interval '14 days'`,
  ],
  ['invitation_sends', 'id, sender_id, sent_at', `${id('01e')}, ${id(user)}, ${at}`],
  ['invitation_mails', 'id, address_hash, sent_at', `${id('01f')}, ${hash('mail', 16)}, ${at}`],
  ['mail_stops', 'address_hash, created_at', `${hash('stop', 16)}, ${at}`],
  [
    'checkin_keys',
    'id, user_id, mission_id, name, key_hash, created_at',
    `${id('022')}, ${id(user)}, ${id(mission)}, 'Fridge', ${hash('key')}, ${at}`,
  ],
  [
    'reminders',
    'mission_id, user_id, hour, minute, channel, is_on',
    `${id(mission, '1')}, ${id(user)}, 20, 45, 'email', false`,
  ],
  [
    'reminder_sends',
    'id, user_id, mission_id, day, slot, channel, due_at',
    `${id('020')}, ${id(user)}, ${id(mission, '1')}, '2026-11-19', 1, 'email', ${at}`,
  ],
  [
    'nudges',
    'mission_id, from_id, to_id, day',
    `${id(mission, '1')}, ${id(user)}, ${id(user, '(n % 12) + 1')}, '2026-11-18'`,
  ],
  // Only the last users block someone, so the first users see everyone.
  ['blocks', 'blocker_id, blocked_id, created_at', `${id(user, '(n % 3) + 10')}, ${id(user, '(n % 4) + 4')}, ${at}`],
  [
    'reports',
    'id, reporter_id, author_id, mission_id, checkin_id, kind, content, reason, created_at',
    `${id(report)}, ${id(user)}, ${id(user, '(n % 12) + 1')}, ${id(mission, '1')}, ${checkin('(n % 12) + 1')}, 'checkin',
     ${TEXT}, 'Spam', ${at}`,
  ],
  [
    'notifications',
    'id, user_id, type, mission_id, actor_id, checkin_id, comment_id, created_at',
    `${id('021')}, ${id(user, '1')}, 'comment', ${id(mission, '1')}, ${id(user)}, ${checkin('1')}, ${id(comment)}, ${at}`,
  ],
  [
    'webhooks',
    'id, user_id, token_id, url, description, events, mission_id, secret, created_at',
    `${id('022')}, ${id(user)}, ${id('013')}, 'https://hooks.example/' || n, 'Lamp', array['checkin.created'],
     ${id(mission, '1')}, ${hash('webhook')}, ${at}`,
  ],
  [
    'webhook_deliveries',
    'id, webhook_id, event_id, event, body, state, attempts, created_at',
    `${id('023')}, ${id('022')}, 'event ' || n, 'checkin.created', ${TEXT}, 'delivered', 1, ${at}`,
  ],
  ['checkin_reads', 'user_id, checkin_id', `${id(user)}, ${checkin('(n % 12) + 1')}`],
];

const User = z.object({ id: Id });

/** Updates the counters that cache the rows, as the product computes them. */
async function countUp(tx: Tx): Promise<void> {
  await tx.rows(
    `update members m set (points, checkins_count) = (select coalesce(sum(points_earned), 0), count(*)
       from checkins c where c.mission_id = m.mission_id and c.user_id = m.user_id)`,
  );
  await tx.rows(
    'update users u set points = (select coalesce(sum(m.points), 0) from members m where m.user_id = u.id)',
  );
  for (const { id: userId } of await tx.rows(User, 'select id from users'))
    await refreshStanding(tx, userId, new Date());
}

/** A WebP file of one pixel. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

const PhotoKey = z.object({ key: Text });

/**
 * Fills an empty database with a dozen rows of every table, and the storage with their pictures. User 1 shares mission
 * 1 with everyone and sees a check-in, a photo and a comment of each. Two jobs wait.
 */
export async function fillEveryTable(db: Db, storage: Storage, passwordHash: string): Promise<void> {
  await db.transact(async (tx) => {
    for (const [table, columns, values] of STATEMENTS) {
      const text = `insert into ${table} (${columns}) select ${values} from generate_series(1, ${DOZEN}) n on conflict do nothing`;
      await tx.rows(text, table === 'users' ? [passwordHash] : []);
    }
    await tx.rows(
      `insert into admin_account (id, username, password_hash, changed_at) values (1, 'admin', $1, ${at})
       on conflict do nothing`,
      [passwordHash],
    );
    await countUp(tx);
    await tx.enqueue(removePictures, { folders: [] }, { run_at: new Date('2100-01-01') });
    await tx.enqueue(removePictures, { folders: ['checkins/00000000-0000-4000-8000-000000000000'] });
  });
  const rows = await db.rows(
    PhotoKey,
    `select avatar_key as key from users union all select left(avatar_key, 44) || '/96.webp' from users
     ${PHOTO_SIZES.map((size) => `union all select photo_key || '/${size}.webp' from checkins where photo_key is not null`).join(' ')}`,
  );
  for (const { key } of rows) await storage.put(key, PIXEL);
}
