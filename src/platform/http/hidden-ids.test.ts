import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { listSessions } from '#contract/auth.ts';
import { EXAMPLES } from '#contract/examples.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { listNotifications } from '#contract/notifications.ts';
import { createPushSubscription } from '#contract/push.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { createPause } from '#contract/streaks.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildCheckout, paidApp } from '#server/testing/factories/billing.ts';
import { buildCheckinKey } from '#server/testing/factories/checkin-keys.ts';
import { sendImport } from '#server/testing/factories/imports.ts';
import { buildInvitation } from '#server/testing/factories/invitations.ts';
import { buildMembers } from '#server/testing/factories/missions.ts';
import { buildComment, buildDiscussion } from '#server/testing/factories/posts.ts';
import { succeed } from '#server/testing/factories/succeed.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { buildWebhook, deliveriesOf, upgradeToPremium } from '#server/testing/factories/webhooks.ts';

const t = await paidApp();

async function buildWorld() {
  const { owner, ana, mission, checkin } = await buildDiscussion(t);
  const [removed, former] = [await buildUser(t), await buildUser(t)];
  await buildMembers(t, owner, mission, [removed, former]);
  const { id: comment } = await buildComment(t, ana, checkin, 'Well run');
  await buildComment(t, owner, checkin, 'Indeed');
  await upgradeToPremium(t, ana);
  const webhook = await buildWebhook(t, ana, { url: 'https://93.184.216.34/hook' });
  await buildComment(t, owner, checkin, 'Once more');
  await t.queue.drain();
  await succeed(t, removeMember, { token: owner.token, params: { id: mission, userId: removed.id } });
  await succeed(t, leaveMission, { token: former.token, params: { id: mission } });
  const { token } = ana;
  const ids: Record<string, string> = {
    missions: mission,
    checkins: checkin,
    comments: comment,
    invitations: (await buildInvitation(t, owner, mission, 'dora@example.com')).public_id,
    webhooks: webhook.id,
    'checkin-keys': (await buildCheckinKey(t, ana, mission)).id,
    pauses: (
      await succeed(t, createPause, { token, body: { from_day: '2026-11-23', to_day: '2026-11-24', reason: 'ill' } })
    ).id,
    tokens: (await buildApiToken(t, ana)).id,
    push: (await succeed(t, createPushSubscription, { token, body: EXAMPLES.createPushSubscription! })).id,
    notifications: (await succeed(t, listNotifications, { token })).notifications[0]!.id,
    auth: (await succeed(t, listSessions, { token }))[0]!.id,
    imports: (await sendImport(t, ana, 'date,habit\n2026-11-01,Read')).json().imports[0].id,
    payments: await buildCheckout(t, await buildUser(t)),
  };
  const delivery = (await deliveriesOf(t, ana, webhook.id))[0]!.id;
  return { owner, ana, ids, delivery, removed, former, stranger: await buildUser(t) };
}

const world = await buildWorld();

/** Calls with an object's ID in their path. Secret codes open their object to anyone, and users' IDs are public. */
const CALLS = Object.entries(API).flatMap(([name, endpoint]: [string, Endpoint]) => {
  const [, kind = '', param = ''] = /^\/api\/([\w-]+)\/.*?\{(\w+)\}/.exec(endpoint.path) ?? [];
  return endpoint.access === 'user' && param !== 'code' && kind !== 'users' && kind !== ''
    ? [{ name, endpoint, kind, param }]
    : [];
});

/** Returns all of a response that callers can compare, without what differs per call. */
async function read(endpoint: Endpoint, name: string, caller: TestUser, param: string, id: string) {
  const params = { userId: world.ana.id, deliveryId: world.delivery, [param]: id };
  const body = JSON.stringify(EXAMPLES[name] ?? {})
    .replaceAll('MISSION_ID', world.ids.missions!)
    .replaceAll('USER_ID', world.ana.id)
    .replaceAll('TODAY', '2026-11-21');
  const answer = await t.call(endpoint, {
    token: caller.token,
    params,
    ...(endpoint.body ? { body: JSON.parse(body) } : {}),
  });
  const { date: _, 'x-request-id': __, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: answer.body };
}

describe('a call with an ID in its path', () => {
  it('is tested below for each kind of object', () => {
    expect(new Set(CALLS.map(({ kind }) => kind))).toEqual(new Set(Object.keys(world.ids)));
  });

  it.each(CALLS)(
    'returns the same bytes to outsiders for a real and a random ID: $name',
    async ({ name, endpoint, kind, param }) => {
      const isReport = endpoint === reportCheckin || endpoint === reportComment;
      // Former members can still report what they saw.
      const outsiders = isReport ? [world.stranger] : [world.stranger, world.removed, world.former];
      for (const outsider of outsiders) {
        const random = await read(endpoint, name, outsider, param, randomUUID());
        expect(random.status).toBe(404);
        expect(await read(endpoint, name, outsider, param, world.ids[kind]!)).toEqual(random);
      }
    },
  );
});
