import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { login, register } from '#contract/auth.ts';
import { acceptInvitation, declineInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { type CallOptions, type TestApp, testApp } from '../../testing/test-app.ts';

/** Members register here while sign-up is open; the other servers share the database. */
const t = await testApp();
const invited = await testApp({
  database_url: t.database_url,
  clock: t.clock,
  config: { sign_up: 'invited', support_email: 'help@emberkin.example' },
});
const closed = await testApp({ database_url: t.database_url, config: { sign_up: 'closed' } });

let created = 0;
const signUp = (app: TestApp, body: object = {}) =>
  app.call(register, {
    body: { name: 'Ana', email: `new${++created}@example.com`, password: 'by the fire', ...body },
  });
const REFUSED = [
  403,
  {
    code: 'sign_up_closed',
    detail: 'Sign-up is by invitation here. Ask a member, or write to help@emberkin.example.',
  },
];
const outcome = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()];

async function buildInvited(days = 30) {
  const owner = await buildUser(t);
  const mission = await buildMission(t, owner, { duration_days: days });
  return { owner, mission };
}

describe('sign-up by invitation', () => {
  it('refuses an account without an invitation and names the contact', async () => {
    expect(outcome(await signUp(invited))).toMatchObject(REFUSED);
  });

  it('accepts a registration with the key of an open invitation, which can then join', async () => {
    const { owner, mission } = await buildInvited();
    const email = 'ana.invited@example.com';
    const { id } = await buildInvitation(t, owner, mission, email);
    const answer = await signUp(invited, { email, invitation_id: id });
    expect([answer.statusCode, answer.json().user.email]).toEqual([200, email]);
    const joined = await invited.call(acceptInvitation, { token: answer.json().access_token, params: { id } });
    expect(joined.json().mission_id).toBe(mission);
  });

  it('accepts anyone with the link of an invitation, also with another address', async () => {
    const { owner, mission } = await buildInvited();
    const { id } = await buildInvitation(t, owner, mission, 'one.address@example.com');
    expect((await signUp(invited, { invitation_id: id })).statusCode).toBe(200);
  });

  it('accepts a registration with a mission code, however it is formatted', async () => {
    const { owner, mission } = await buildInvited();
    const code = await buildInvitationCode(t, owner, mission);
    const answer = await signUp(invited, { invitation_code: ` ${code.toLowerCase()} ` });
    expect(answer.statusCode).toBe(200);
    const joined = await invited.call(joinMission, { token: answer.json().access_token, params: { code } });
    expect(joined.json().mission_id).toBe(mission);
  });

  it('refuses an answered, withdrawn or replaced invitation', async () => {
    const { owner, mission } = await buildInvited();
    const friend = await buildUser(t);
    const accepted = await buildInvitation(t, owner, mission, friend.email);
    await t.call(acceptInvitation, { token: friend.token, params: { id: accepted.id } });
    const declined = await buildInvitation(t, owner, mission, 'declined@example.com');
    await t.call(declineInvitation, { token: friend.token, params: { id: declined.id } });
    const withdrawn = await buildInvitation(t, owner, mission, 'withdrawn@example.com');
    await t.call(withdrawInvitation, { token: owner.token, params: { id: withdrawn.public_id } });
    for (const { id } of [accepted, declined, withdrawn])
      expect(outcome(await signUp(invited, { invitation_id: id }))).toMatchObject(REFUSED);
  });

  it('refuses the public ID of an invitation, which others can see', async () => {
    const { owner, mission } = await buildInvited();
    const { public_id } = await buildInvitation(t, owner, mission, 'public@example.com');
    expect(outcome(await signUp(invited, { invitation_id: public_id }))).toMatchObject(REFUSED);
  });

  it('refuses a replaced code', async () => {
    const { owner, mission } = await buildInvited();
    const old = await buildInvitationCode(t, owner, mission);
    await buildInvitationCode(t, owner, mission);
    expect(outcome(await signUp(invited, { invitation_code: old }))).toMatchObject(REFUSED);
  });

  it('refuses a code of a full mission', async () => {
    const { owner, mission } = await buildInvited();
    const code = await buildInvitationCode(t, owner, mission);
    await t.db.rows(
      `with made as (insert into users (id, name, email, password_hash, timezone, created_at)
         select gen_random_uuid(), 'Crowd', 'crowd' || n || '@example.com', 'x', 'UTC', now()
         from generate_series(1, 499) n returning id)
       insert into members (mission_id, user_id, joined_at, joined_day) select $1, id, now(), current_date from made`,
      [mission],
    );
    expect(outcome(await signUp(invited, { invitation_code: code }))).toMatchObject(REFUSED);
  });

  it.each([
    { invitation_id: randomUUID() },
    { invitation_id: 'nonsense' },
    { invitation_id: 7 },
    { invitation_code: 'ABCDEFGH23' },
    { invitation_code: 'A\u0000B' },
    { invitation_code: ['ABCDEFGH23'] },
    { invitation_id: null, invitation_code: null },
  ])('rejects an invalid invitation: %j', async (body) => {
    expect(outcome(await signUp(invited, body))).toMatchObject(REFUSED);
  });

  it('gives the same refusal for a taken address, without hashing a password', async () => {
    const { email } = await buildUser(t);
    let hashed = 0;
    const counting = await testApp({
      database_url: t.database_url,
      config: { sign_up: 'invited' },
      passwords: {
        hash: async () => {
          hashed++;
          return 'hash';
        },
        verify: async () => false,
      },
    });
    const answers = [await signUp(counting, { email }), await signUp(counting)];
    expect(answers.map((answer) => answer.body)).toEqual([answers[0]!.body, answers[0]!.body]);
    expect([answers[0]!.json().detail, hashed]).toEqual(['Sign-up is by invitation here.', 0]);
  });

  it('creates one account for twenty concurrent registrations by one invitation', async () => {
    const { owner, mission } = await buildInvited();
    const code = await buildInvitationCode(t, owner, mission);
    const email = 'twenty@example.com';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp(invited, { email, invitation_code: code })),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(400)]);
  });

  it('lets existing accounts sign in as before', async () => {
    const { email, password } = await buildUser(t);
    expect((await invited.call(login, { body: { email, password } })).statusCode).toBe(200);
  });

  it('refuses an invitation after 14 days, and one to an ended mission', async () => {
    const { owner, mission } = await buildInvited(2);
    const code = await buildInvitationCode(t, owner, mission);
    const long = await buildInvited(60);
    const { id } = await buildInvitation(t, long.owner, long.mission, 'late@example.com');
    t.clock.advance(15 * DAY_MS);
    expect(outcome(await signUp(invited, { invitation_code: code }))).toMatchObject(REFUSED);
    expect(outcome(await signUp(invited, { invitation_id: id }))).toMatchObject(REFUSED);
  });
});

describe('closed sign-up', () => {
  it('refuses every registration, even with a code', async () => {
    const { owner, mission } = await buildInvited();
    const code = await buildInvitationCode(t, owner, mission);
    const answer = await signUp(closed, { invitation_code: code });
    expect(outcome(answer)).toMatchObject([403, { code: 'sign_up_closed', detail: 'Sign-up is closed here.' }]);
  });

  it('still reports wrong fields', async () => {
    expect((await signUp(closed, { email: 'nobody' })).statusCode).toBe(422);
  });
});

describe('a class that signs up from one address', async () => {
  const limited = await testApp({ rate_limits: true });
  const ADDRESS = '203.0.113.77';
  const from = (call: Endpoint, options: CallOptions) => limited.call(call, { address: ADDRESS, ...options });
  const signUpWith = (body: object, address = ADDRESS) =>
    limited.call(register, {
      body: { name: 'Ana', email: `pupil${++created}@example.com`, password: 'by the fire', ...body },
      address,
    });
  const buildOwner = async () => {
    const body = { name: 'Teacher', email: `teacher${++created}@example.com`, password: 'by the fire' };
    const { access_token: token } = (
      await limited.call(register, { body, address: `198.51.100.${created % 250}` })
    ).json();
    return { token } as TestUser;
  };
  const buildCode = async () => {
    const owner = await buildOwner();
    return buildInvitationCode(limited, owner, await buildMission(limited, owner));
  };
  const SOON = 'Too many requests. Try again in 30 minutes.';

  it('signs up and joins with one code for 24 pupils', async () => {
    const params = { code: await buildCode() };
    for (let pupil = 0; pupil < 24; pupil++) {
      expect((await from(previewJoin, { params })).statusCode).toBe(200);
      const answer = await signUpWith({ invitation_code: ` ${params.code.slice(0, 5)}-${params.code.slice(5)}. ` });
      expect([pupil, answer.statusCode]).toEqual([pupil, 200]);
      const token = answer.json().access_token;
      expect((await from(joinMission, { params, token })).statusCode).toBe(200);
    }
  });

  it('can sign up 40 times in 30 minutes with the same code', async () => {
    const [code, other] = [await buildCode(), await buildCode()];
    const address = '203.0.113.78';
    for (let n = 0; n < 40; n++) expect((await signUpWith({ invitation_code: code }, address)).statusCode).toBe(200);
    const refused = await signUpWith({ invitation_code: code }, address);
    expect([refused.statusCode, refused.json().detail]).toEqual([429, SOON]);
    expect((await signUpWith({ invitation_code: code }, '203.0.113.79')).statusCode).toBe(200);
    expect((await signUpWith({ invitation_code: other }, address)).statusCode).toBe(200);
    expect((await signUpWith({}, address)).statusCode).toBe(200);
  });

  it('has one limit for a valid key, whatever unknown code comes with it', async () => {
    const address = '203.0.117.83';
    const owner = await buildOwner();
    const { id: invitation_id } = await buildInvitation(
      limited,
      owner,
      await buildMission(limited, owner),
      'a@b.example',
    );
    const unknown = (n: number) => `22222222${Math.floor(n / 8) + 2}${(n % 8) + 2}`;
    const answers: number[] = [];
    for (let n = 0; n < 41; n++)
      answers.push((await signUpWith({ invitation_id, invitation_code: unknown(n) }, address)).statusCode);
    expect(answers).toEqual([...Array<number>(40).fill(200), 429]);
  });

  it('cannot sign up more often with invalid codes', async () => {
    const address = '203.0.114.80';
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await signUpWith({ invitation_code: '2222222222' }, address)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('gets 429 for a right code after 30 guesses', async () => {
    const [code, address] = [await buildCode(), '203.0.115.81'];
    for (let n = 0; n < 30; n++)
      expect((await limited.call(previewJoin, { params: { code: '2222222222' }, address })).statusCode).toBe(404);
    const looked = await limited.call(previewJoin, { params: { code }, address });
    expect([looked.statusCode, looked.json().detail]).toEqual([429, 'Too many requests. Try again in 10 minutes.']);
    expect((await signUpWith({ invitation_code: code }, address)).statusCode).toBe(429);
    expect((await limited.call(previewJoin, { params: { code }, address: '203.0.116.82' })).statusCode).toBe(200);
  });

  it.each([
    [
      'looking at missions',
      '203.0.118.84',
      (code: string, address: string) => limited.call(previewJoin, { params: { code }, address }),
    ],
    ['signing up', '203.0.119.85', (code: string, address: string) => signUpWith({ invitation_code: code }, address)],
  ])('gets 429 for a right code after 30 concurrent guesses by %s', async (_, address, guess) => {
    const code = await buildCode();
    const guesses = Array.from({ length: 30 }, () => guess('2222222222', address));
    const found = guess(code, address);
    for (const answer of await Promise.all(guesses)) expect(answer.statusCode).not.toBe(503);
    expect((await found).statusCode).toBe(429);
  });

  it('signs up 20 times concurrently with a right code after 29 guesses', async () => {
    const [code, address] = [await buildCode(), '203.0.120.86'];
    for (let n = 0; n < 29; n++)
      expect((await limited.call(previewJoin, { params: { code: '2222222222' }, address })).statusCode).toBe(404);
    const pupils = await Promise.all(Array.from({ length: 20 }, () => signUpWith({ invitation_code: code }, address)));
    expect(pupils.map(({ statusCode }) => statusCode)).toEqual(Array<number>(20).fill(200));
  });
});
