import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { v7 } from 'uuid';
import { ROOT } from '#platform/start/root.ts';

/**
 * The unit of the product's cost: Fastify and pg without rules, and the fewest indexed statements that could answer.
 * The tables have the product's shape and size (bare-tables.ts). It contains no product code, so its cost stays the
 * same when the product changes.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  // Days and instants stay the text that the database sent.
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === 1082 || oid === 1184 ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
});
const app = fastify();

/** Enough to sign in for another call; GET /api/auth/me reads the rest. */
const SESSION = `select u.id, u.timezone from bare.sessions s join bare.users u on u.id = s.user_id
  where s.token_hash = $1`;
const ME = `select u.id, u.name, u.email, u.avatar_key, u.bio, u.location, u.timezone, u.profile_completed,
  u.subscription_tier, u.points, u.streak_days, u.created_at
  from bare.sessions s join bare.users u on u.id = s.user_id where s.token_hash = $1`;
const MISSIONS = `select m.id, m.title, m.description, m.first_day, m.end_date, mb.points, mb.checkins_count, mb.streak_days
  from bare.members mb join bare.missions m on m.id = mb.mission_id where mb.user_id = $1`;
const MISSION = `select m.title, m.description, m.first_day, m.end_date, mb.user_id, u.name, mb.points, mb.streak_last_day
  from bare.missions m join bare.members mb on mb.mission_id = m.id join bare.users u on u.id = mb.user_id
  where m.id = $1`;
const FEED = `select c.id, u.name, c.type, c.content, c.points_earned, c.created_at
  from bare.checkins c join bare.users u on u.id = c.user_id where c.mission_id = $1 order by c.id desc limit 10`;
const NOTIFICATIONS = `select id, type, read_at, checkin_id, mission_id, actor_id
  from bare.notifications where user_id = $1 order by id desc limit 50`;

const INSERT = `insert into bare.checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone,
  performed_at, created_at) values ($1, $2, $3, 'tick', '', 10, $4, $5, $6, $6)`;
const COUNT_MEMBER = `update bare.members set points = points + 10, checkins_count = checkins_count + 1,
  streak_days = streak_days + 1, streak_last_day = $3 where mission_id = $1 and user_id = $2`;
const COUNT_USER = `update bare.users set points = points + 10, streak_days = streak_days + 1, streak_last_day = $2
  where id = $1`;
const CHECK_IN = `with checkin as (${INSERT}), member as (
    update bare.members set points = points + 10, checkins_count = checkins_count + 1, streak_days = streak_days + 1,
      streak_last_day = $4 where mission_id = $2 and user_id = $3
  ) update bare.users set points = points + 10, streak_days = streak_days + 1, streak_last_day = $4 where id = $3`;

const names = new Map<string, string>();
/** Prepared once per connection, like the product's. */
const prepared = (text: string, values: unknown[]) => {
  const name = names.get(text) ?? `b${names.size}`;
  names.set(text, name);
  return { name, text, values };
};

interface User {
  id: string;
  timezone: string;
}

async function findUser(request: FastifyRequest, statement: string): Promise<User> {
  const token = request.headers.authorization!.slice('Bearer '.length);
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query<User>(prepared(statement, [hash]));
  if (!rows[0]) throw new Error('There is no such session.');
  return rows[0];
}

const list = async (text: string, value: string) => (await pool.query(prepared(text, [value]))).rows;
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

/** Returns the values of a new check-in. The request names its day: without rules it can be any day. */
async function newCheckin(request: FastifyRequest): Promise<[string, string, string, string, string, Date]> {
  const user = await findUser(request, SESSION);
  const { mission_id, day } = request.body as { mission_id: string; day: string };
  return [v7(), mission_id, user.id, day, user.timezone, new Date()];
}

const PAGE = join(ROOT, 'dist', 'web', 'login.en.html');
const page = existsSync(PAGE) ? brotliCompressSync(readFileSync(PAGE)) : null;
app.get('/login', async (_request, reply) =>
  reply
    .header('cache-control', 'no-cache')
    .header('content-encoding', 'br')
    .type('text/html; charset=utf-8')
    .send(page ?? ''),
);

app.get('/health', async () => ({ status: 'ok' }));
app.get('/api/auth/me', (request) => findUser(request, ME));
app.get('/api/dashboard', async (request) => list(MISSIONS, (await findUser(request, SESSION)).id));
app.get('/api/notifications', async (request) => list(NOTIFICATIONS, (await findUser(request, SESSION)).id));
app.get('/api/missions/:id', async (request) => {
  await findUser(request, SESSION);
  return list(MISSION, idOf(request));
});
app.get('/api/missions/:id/checkins', async (request) => {
  await findUser(request, SESSION);
  return list(FEED, idOf(request));
});

app.post('/api/checkins', async (request, reply) => {
  const checkin = await newCheckin(request);
  await pool.query(prepared(CHECK_IN, checkin));
  const [id, mission_id, user_id, day] = checkin;
  return reply.code(201).send({ id, mission_id, user_id, day });
});

/** The same as begin, insert, two updates and commit. */
app.post('/api/checkins/step-by-step', async (request, reply) => {
  const checkin = await newCheckin(request);
  const [id, mission_id, user_id, day] = checkin;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(prepared(INSERT, checkin));
    await client.query(prepared(COUNT_MEMBER, [mission_id, user_id, day]));
    await client.query(prepared(COUNT_USER, [user_id, day]));
    await client.query('commit');
  } finally {
    client.release();
  }
  return reply.code(201).send({ id, mission_id, user_id, day });
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
