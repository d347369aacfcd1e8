import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { createToken, listTokens } from '#contract/api-tokens.ts';
import { login } from '#contract/auth.ts';
import { createCheckinKey } from '#contract/checkin-keys.ts';
import { createCheckin } from '#contract/checkins.ts';
import { nudgeMember } from '#contract/members.ts';
import { generateInvitationCode } from '#contract/missions-join.ts';
import { createPushSubscription } from '#contract/push.ts';
import { toggleReaction } from '#contract/reactions.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { createPause, listPauses, removePause } from '#contract/streaks.ts';
import { createWebhook, redeliverWebhook, rotateWebhookSecret, testWebhook } from '#contract/webhooks.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { Id, Text } from '#platform/db/columns.ts';
import { countsBySecurityEvent } from '#platform/http/log.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildComment, buildDiscussion } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp({ config: { webhook_allow: ['127.0.0.1'] } });

const send = (endpoint: Endpoint, { token }: { token: string }, key: string, options: object = {}) =>
  t.call(endpoint, { token, headers: { 'idempotency-key': key }, ...options });
const replayed = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotency-replayed'];
const hook = { url: 'https://hooks.example.com/emberkin', events: ['checkin.created'] };
const spam = { reason: 'This is spam' };

/** Creates a mission with a check-in and a comment by others, and a webhook with a successful delivery. */
async function buildScene() {
  const { owner, ana, mission, checkin } = await buildDiscussion(t);
  await upgradeToPremium(t, owner);
  const comment = await buildComment(t, ana, checkin, 'Well run');
  const webhook = await buildWebhook(t, owner, hook);
  const delivery = (await t.call(testWebhook, { token: owner.token, params: { id: webhook.id } })).json();
  await t.db.rows("update webhook_deliveries set state = 'delivered' where id = $1", [delivery.id]);
  return { owner, mission, checkin, comment: comment.id, webhook: webhook.id, delivery: delivery.id as string };
}
type Scene = Awaited<ReturnType<typeof buildScene>> & { ben: { id: string } };

interface Repeated {
  readonly endpoint: Endpoint;
  readonly options: (scene: Scene) => object;
  /** The rows that the call writes; the scene starts with `before` of them. */
  readonly rows: string;
  readonly before?: number;
}

const id = (at: keyof Omit<Scene, 'owner' | 'ben'>) => (scene: Scene) => ({ params: { id: scene[at] } });
const POSTS: Repeated[] = [
  {
    endpoint: createToken,
    options: () => ({ body: { name: 'n8n', scope: 'read' } }),
    rows: 'select id from api_tokens where user_id = $1',
  },
  {
    endpoint: createCheckinKey,
    options: ({ mission }) => ({ body: { mission_id: mission } }),
    rows: 'select id, key_hash from checkin_keys where user_id = $1',
  },
  {
    endpoint: createWebhook,
    options: () => ({ body: hook }),
    rows: 'select id from webhooks where user_id = $1',
    before: 1,
  },
  { endpoint: rotateWebhookSecret, options: id('webhook'), rows: 'select id, secret from webhooks where user_id = $1' },
  {
    endpoint: testWebhook,
    options: id('webhook'),
    rows: 'select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.user_id = $1',
    before: 1,
  },
  {
    endpoint: redeliverWebhook,
    options: ({ webhook, delivery }) => ({ params: { id: webhook, deliveryId: delivery } }),
    rows: `select d.id, d.state from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.user_id = $1`,
  },
  {
    endpoint: createPause,
    options: () => ({ body: { from_day: '2026-12-01', to_day: '2026-12-03', reason: 'away' } }),
    rows: 'select id from pauses where user_id = $1',
  },
  {
    endpoint: reportCheckin,
    options: (scene) => ({ ...id('checkin')(scene), body: spam }),
    rows: 'select id from reports where reporter_id = $1',
  },
  {
    endpoint: reportComment,
    options: (scene) => ({ ...id('comment')(scene), body: spam }),
    rows: 'select id from reports where reporter_id = $1',
  },
  {
    endpoint: nudgeMember,
    options: ({ mission, ben }) => ({ params: { id: mission, userId: ben.id } }),
    rows: 'select to_id, day from nudges where from_id = $1',
  },
  {
    endpoint: createPushSubscription,
    options: () => ({
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
        name: 'Phone',
      },
    }),
    rows: 'select id from push_subscriptions where user_id = $1',
  },
  {
    endpoint: generateInvitationCode,
    options: id('mission'),
    rows: 'select id, invitation_code from missions where owner_id = $1',
  },
];
const nameOf = (endpoint: Endpoint) => Object.entries(API).find(([, other]) => other === endpoint)![0];
const NAMED = POSTS.map((post) => [nameOf(post.endpoint), post] as const);

async function buildRepeated({ options, rows }: Repeated) {
  const scene = await buildScene();
  const [ben] = await t.db.rows(
    z.object({ id: Id }),
    `select u.id from members m join users u on u.id = m.user_id
     where m.mission_id = $1 and u.name = 'Bo'`,
    [scene.mission],
  );
  const listRows = () => t.db.rows(`${rows} order by 1`, [scene.owner.id]);
  return { owner: scene.owner, options: options({ ...scene, ben: ben! }), listRows };
}

describe('every POST that creates something', () => {
  it.each(NAMED)('returns the first response for a repeated %s, without writes or security events', async (_, post) => {
    const { owner, options, listRows } = await buildRepeated(post);
    const key = randomUUID();
    const first = await send(post.endpoint, owner, key, options);
    expect([first.statusCode < 300, replayed(first)], first.body).toEqual([true, undefined]);
    // Marks the delivery as done, because a waiting one is never sent twice.
    await t.db.rows("update webhook_deliveries set state = 'delivered'");
    const [written, events] = [await listRows(), new Map(countsBySecurityEvent())];
    const again = await send(post.endpoint, owner, key, options);
    expect([again.statusCode, again.body, replayed(again)]).toEqual([first.statusCode, first.body, 'true']);
    expect(again.headers.location).toBe(first.headers.location);
    expect([await listRows(), countsBySecurityEvent()]).toEqual([written, events]);
  });

  it.each(NAMED)('acts once for twenty concurrent %s under one key', async (_, post) => {
    const { owner, options, listRows } = await buildRepeated(post);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(post.endpoint, owner, key, options)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBeLessThan(300);
    expect(answers.filter((answer) => replayed(answer) === undefined)).toHaveLength(1);
    expect(await listRows()).toHaveLength(1 + (post.before ?? 0));
  });

  it('is listed here: all calls with 201 accept the header, but check-ins and imports', () => {
    const posts = Object.entries(API).filter(([, { method, access }]) => method === 'POST' && access === 'user');
    const taken = posts.filter(([, endpoint]) => 'idempotent' in endpoint).map(([name]) => name);
    const tested = NAMED.map(([name]) => name as string);
    expect(taken.sort()).toEqual([...tested, 'createMission', 'createComment', 'createInvitation'].sort());
    const created = posts
      .filter(([, endpoint]) => 'status' in endpoint && endpoint.status === 201)
      .map(([name]) => name);
    expect(created.filter((name) => !taken.includes(name))).toEqual(['createCheckin', 'createImports']);
  });

  it('does not store a failure, because its cause might disappear', async () => {
    const owner = await buildUser(t);
    const body = { from_day: '2026-12-01', to_day: '2026-12-03', reason: 'away' };
    await t.call(createPause, { token: owner.token, body });
    const key = randomUUID();
    expect((await send(createPause, owner, key, { body })).json().code).toBe('pause_overlaps');
    const [pause] = (await t.call(listPauses, { token: owner.token })).json();
    await t.call(removePause, { token: owner.token, params: { id: pause.id } });
    const good = await send(createPause, owner, key, { body });
    expect([good.statusCode, replayed(good)]).toEqual([201, undefined]);
  });
});

describe('responses with a secret', () => {
  const SECRETS = NAMED.filter(([, { endpoint }]) => endpoint.secret);
  const answersOf = async (user: TestUser) => {
    const rows = await t.db.rows(
      z.object({ answer: z.nullable(Text) }),
      'select answer from idempotency_keys where user_id = $1',
      [user.id],
    );
    return rows.map(({ answer }) => answer);
  };

  it('are five', () => {
    const names = SECRETS.map(([name]) => name).sort();
    expect(names).toEqual([
      'createCheckinKey',
      'createToken',
      'createWebhook',
      'generateInvitationCode',
      'rotateWebhookSecret',
    ]);
  });

  it.each(SECRETS)('are stored encrypted for their own row, such as the response of %s', async (_, post) => {
    const { owner, options } = await buildRepeated(post);
    const body = (await send(post.endpoint, owner, 'one', options)).body;
    const [stored] = await answersOf(owner);
    for (const value of Object.values(JSON.parse(body)).filter((value) => typeof value === 'string' && value !== ''))
      expect(Buffer.from(stored!, 'base64').toString('latin1')).not.toContain(value);
    await send(post.endpoint, owner, 'two', options);
    await t.db.rows('update idempotency_keys set answer = $2 where user_id = $1', [owner.id, stored]);
    const answers = await Promise.all(['one', 'two'].map((key) => send(post.endpoint, owner, key, options)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([expect.any(Number), 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      code: 'conflict',
      detail:
        'The first answer to this Idempotency-Key cannot be read any more. See what is there, or use another key.',
    });
    expect(answers.filter((answer) => answer.body === body)).toHaveLength(1);
  });

  it('are repeated for another session of the user, but not for another API token', async () => {
    const owner = await upgradeToPremium(t, await buildUser(t));
    const { email, password } = owner;
    const other = { token: (await t.call(login, { body: { email, password } })).json().access_token };
    const body = { name: 'n8n', scope: 'read' };
    const first = await send(createToken, owner, 'key', { body });
    expect((await send(createToken, other, 'key', { body })).body).toBe(first.body);
    expect((await t.call(listTokens, { token: owner.token })).json().tokens).toHaveLength(1);

    const [one, two] = [await buildApiToken(t, owner), await buildApiToken(t, owner)];
    const created = await send(createWebhook, one, 'key', { body: hook });
    expect((await send(createWebhook, one, 'key', { body: hook })).body).toBe(created.body);
    for (const caller of [two, owner])
      expect((await send(createWebhook, caller, 'key', { body: hook })).json()).toMatchObject({
        code: 'idempotency_key_reused',
        detail: 'This Idempotency-Key was used for another request',
      });
  });
});

describe('calls without Idempotency-Key support', () => {
  const others = Object.entries<Endpoint>(API).filter(([, e]) => e.method === 'POST' && !e.idempotent);
  const unused = (detail = 'This call takes no Idempotency-Key') => ({ code: 'idempotency_key_unused', detail });

  it.each(others)('are refused with the header and work without it: %s', async (_, endpoint) => {
    const { token } = await buildUser(t);
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, randomUUID()]),
    );
    const answer = await t.call(endpoint, { token, params, headers: { 'idempotency-key': 'x' } });
    // A user's token is refused on operator calls before the header is checked.
    if (endpoint.access === 'admin') expect(answer.statusCode).toBe(401);
    else expect([answer.statusCode, answer.json().code]).toEqual([400, 'idempotency_key_unused']);
    const without = await t.call(endpoint, { token, params });
    expect(without.body).not.toContain('idempotency_key_unused');
  });

  it('name client_id for check-ins and active for reactions, and write nothing', async () => {
    const { owner, mission, checkin } = await buildDiscussion(t);
    const answer = await send(createCheckin, owner, 'x', { body: { mission_id: mission, type: 'tick' } });
    expect(answer.json()).toMatchObject(
      unused(
        'Check-ins take no Idempotency-Key. Send a client_id in the body: check-ins with the same one are recorded once.',
      ),
    );
    const body = { reaction_type: 'love' };
    const reaction = await send(toggleReaction, owner, 'x', { params: { id: checkin }, body });
    expect(reaction.json()).toMatchObject(
      unused('Reactions take no Idempotency-Key. Say with active whether the reaction should be there afterwards.'),
    );
    expect(await t.db.rows('select from checkins where user_id = $1', [owner.id])).toEqual([]);
    expect(await t.db.rows('select from reactions where checkin_id = $1', [checkin])).toEqual([]);
  });

  it('first refuse callers who are signed out or read-only', async () => {
    const owner = await buildUser(t);
    const read = await buildApiToken(t, owner, 'read');
    const codes = [];
    for (const token of ['', read.token]) codes.push((await send(createCheckin, { token }, 'x')).json().code);
    expect(codes).toEqual(['not_signed_in', 'token_reads_only']);
  });
});
