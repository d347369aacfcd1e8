import fastify, { type FastifyRequest } from 'fastify';
import { addDays, dayOf } from '#domain/days.ts';
import { newId } from '#server/db/ids.ts';
import { openDb } from '#server/db/open.ts';
import { findSessionUser, type SessionUser } from '#server/features/auth/public.ts';
import { listFeed } from '#server/features/checkins/feed/queries.ts';
import { insertCheckin, readForCheckin } from '#server/features/checkins/record/queries.ts';
import { listOwnMissions, listPeople, readHome } from '#server/features/dashboard/home/queries.ts';
import { requireMember } from '#server/features/missions/public.ts';

/**
 * What the product's throughput is a ratio to: the least that Fastify and pg need to answer the hot calls with the
 * same statements on the same pool. It parses nothing that comes in, and has no rules, no response schema, no headers,
 * no limits and no log. So it shows what the product adds around its statements, never what they cost.
 */
const db = openDb(process.env.DATABASE_URL!);
const app = fastify();

const requireUser = async (request: FastifyRequest): Promise<SessionUser> => {
  const user = await findSessionUser(db, request.headers.authorization, new Date());
  if (!user) throw new Error('There is no such session.');
  return user;
};

app.get('/health', async () => ({ status: 'ok' }));

app.get('/api/dashboard', async (request, reply) => {
  const user = await requireUser(request);
  const today = dayOf(new Date(), user.timezone);
  const [missions, home] = await Promise.all([
    listOwnMissions(db, user, new Date()),
    readHome(db, { ...user, is_proven: true }, { quilt_since: addDays(today, -125), gap_since: null }, new Date()),
  ]);
  const first = missions.find((mission) => mission.member_count > 1);
  const ids = [...new Set([user.id, ...missions.flatMap(({ leaders }) => leaders)])];
  const board = first ? { mission_id: first.id, leaders: first.leaders, shown: [...first.leaders, user.id] } : null;
  const people = await listPeople(db, ids, board, addDays(today, -6));
  const answer = { missions, ...home, people, points: user.points };
  return reply.type('application/json').send(JSON.stringify(answer));
});

app.get('/api/missions/:id/checkins', async (request, reply) => {
  const user = await requireUser(request);
  const mission = await requireMember(db, user.id, (request.params as { id: string }).id);
  const answer = await listFeed(db, { id: user.id, is_owner: mission.owner_id === user.id }, mission.id, { limit: 10 });
  return reply.type('application/json').send(JSON.stringify(answer));
});

/** Null when another check-in of the same user came in between: its row has changed since it was read. */
async function tryCheckin(
  { id: userId, timezone }: SessionUser,
  mission_id: string,
  now: Date,
): Promise<object | null> {
  const context = await readForCheckin(db, userId, { mission_id }, dayOf(now, timezone), {
    places_since: null,
    plans_since: null,
  });
  if (!context) throw new Error('The user is not a member.');
  const day = dayOf(now, context.timezone);
  const checkin = {
    id: newId(now),
    mission_id,
    user_id: userId,
    type: 'tick',
    content: '',
    points_earned: 10,
    is_extra: false,
    is_late: false,
    is_comeback: false,
    local_day: day,
    timezone: context.timezone,
    performed_at: now,
    client_id: null,
    photo_key: null,
    photo_width: null,
    photo_height: null,
    photo_thumbhash: null,
    member: {
      streak_days: context.member_streak_days + 1,
      streak_last_day: day,
      longest_streak: context.member_longest_streak + 1,
      open_streak: null,
    },
    user: {
      streak_days: context.streak_days + 1,
      streak_last_day: day,
      longest_streak: context.longest_streak + 1,
      rest_days: context.rest_days,
      open_streak: null,
    },
    versions: context,
  };
  return (await insertCheckin(db, checkin, now)) ? checkin : null;
}

/** More than the connections of the load, so that a check-in fails only because its day is taken. */
const TRIES = 20;

app.post('/api/checkins', async (request, reply) => {
  const user = await requireUser(request);
  const { mission_id } = request.body as { mission_id: string };
  const now = new Date();
  for (let tries = 0; tries < TRIES; tries++) {
    const checkin = await tryCheckin(user, mission_id, now);
    if (checkin) return reply.code(201).type('application/json').send(JSON.stringify(checkin));
  }
  throw new Error('The member has checked in already.');
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
