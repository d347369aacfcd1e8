import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeAmount } from '#contract/amounts.ts';
import { API } from '#contract/api.ts';
import {
  createCheckin,
  hideCheckin,
  listCheckins,
  listDeletedCheckins,
  setCheckinPhoto,
  updateCheckin,
} from '#contract/checkins.ts';
import { createComment, listComments } from '#contract/comments.ts';
import { settleReward } from '#contract/completion.ts';
import { createInvitation } from '#contract/invitations.ts';
import { offerOwnership } from '#contract/members.ts';
import { createMission, muteMission, patchMission, updateMission } from '#contract/missions.ts';
import { saveOwnHabit } from '#contract/missions-own-habit.ts';
import { toggleReaction } from '#contract/reactions.ts';
import { saveReminder } from '#contract/reminders.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { translateFor } from '#server/language/translate-for.ts';
import { buildComment, buildDiscussion } from '#server/testing/factories/posts.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';
import { Failure } from './errors.ts';
import { readInput } from './input.ts';

const t = await testApp();

const GARBAGE = [undefined, null, 7, -1, 1.5, true, '', 'x'.repeat(30_000), [], [7], ['x'], {}];
const fieldsOf = (schema: Endpoint['body']) =>
  Object.keys((schema as unknown as { def?: { shape?: object } } | undefined)?.def?.shape ?? {});

/** Returns the field errors once per language, or an empty list if `readInput` throws. */
function wrongIn(endpoint: Endpoint, body: object, query: object) {
  try {
    const { params: _, ...unnamed } = endpoint;
    const { wrong } = readInput(unnamed, { params: {}, query, body, files: {} });
    const failure = new Failure('invalid_input', { errors: wrong });
    return LANGUAGES.map(({ tag }) => failure.body(translateFor(tag)).errors!);
  } catch {
    return [];
  }
}

describe('wrong fields', () => {
  it('are all listed once with their own text, the first one also as the detail', async () => {
    const user = await buildUser(t);
    const body = { title: '', description: '<p></p>', goal: 'x'.repeat(201), duration_days: 0.5, start_date: 'soon' };
    const answer = await t.call(createMission, { token: user.token, body });
    const required = 'Please fill in all required fields';
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'invalid_input',
        detail: required,
        errors: [
          { path: 'title', message: required },
          { path: 'description', message: required },
          { path: 'goal', message: 'Success goal can have at most 200 characters' },
          { path: 'duration_days', message: 'Duration must be between 1 and 365 days' },
          { path: 'start_date', message: 'Please choose a start date' },
        ],
      },
    ]);
  });

  it("are named if missing, and the detail is the form's sentence", async () => {
    const user = await buildUser(t);
    const required = 'Please fill in all required fields';
    const body = { title: 'Read', goal: ' ', duration_days: 30, start_date: null };
    const answer = await t.call(createMission, { token: user.token, body });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'invalid_input',
        detail: required,
        errors: [
          { path: 'description', message: 'description is required' },
          { path: 'goal', message: required },
          { path: 'start_date', message: 'Please choose a start date' },
        ],
      },
    ]);
    const { detail, errors } = (await t.call(createMission, { token: user.token, body: {} })).json();
    expect(detail).toBe(required);
    expect(errors).toEqual(
      ['title', 'description', 'goal', 'duration_days', 'start_date'].map((path) => ({
        path,
        message: `${path} is required`,
      })),
    );
  });

  it('explain an instant whose plus sign became a space', async () => {
    const { ana, mission } = await buildDiscussion(t);
    const ask = (since: string) =>
      t.app.inject({
        url: `/api/missions/${mission}/checkins?since=${since}`,
        headers: { authorization: `Bearer ${ana.token}` },
      });
    const message = 'since must be an instant: write its + as %2B';
    for (const since of ['2026-11-21T12:00:00+01:00', '2026-11-21T12:00%2001:00', '2026-11-21T12:00:00.5+01:00'])
      expect((await ask(since)).json(), since).toMatchObject({ detail: message, errors: [{ path: 'since', message }] });
    expect((await ask('2026-11-21T12:00:00%2B01:00')).statusCode).toBe(200);
    for (const since of ['soon', '2026-11-21', '2026-11-21 12:00'])
      expect((await ask(since)).json().detail).toBe('since must be an instant');
  });

  it('have a sentence even without a form', async () => {
    const { ana, mission, checkin } = await buildDiscussion(t);
    const call = async (endpoint: Endpoint, options: object) =>
      (await t.call(endpoint, { token: ana.token, ...options })).json().errors;
    const body = { mission_id: mission, type: 'song', client_id: 7, performed_at: 'now' };
    expect(await call(createCheckin, { body })).toEqual([
      { path: 'type', message: 'type must be tick, text or photo' },
      { path: 'client_id', message: 'client_id must be an id' },
      { path: 'performed_at', message: 'performed_at must be an instant' },
    ]);
    expect(await call(listCheckins, { params: { id: mission }, query: { limit: '0.5', before: 'x' } })).toEqual([
      { path: 'limit', message: 'limit must be a whole number from 1 to 50' },
      { path: 'before', message: 'before must be an id' },
    ]);
    expect(await call(createComment, { params: { id: checkin }, body: { content: '', mentions: 'ana' } })).toEqual([
      { path: 'content', message: 'Comment is required' },
      { path: 'mentions', message: 'mentions must be a list' },
    ]);
  });

  it.each(Object.entries(API).filter(([, { body, query, files }]) => body || query || files))(
    'have sentences of ours for every field: %s',
    (_, endpoint) => {
      const [body, query] = [fieldsOf(endpoint.body), fieldsOf(endpoint.query)];
      for (const value of GARBAGE) {
        const same = (names: string[]) => Object.fromEntries(names.map((name) => [name, value]));
        const wrong = wrongIn(endpoint, same(body), same(query));
        for (const { path, message } of wrong.flat()) {
          expect(message, path).toMatch(/^\S+ \S+|\p{Script=Han}/u);
          expect(message, path).not.toMatch(/invalid (input|option|string)|undefined|expected|received/i);
        }
        for (const one of wrong) expect(new Set(one.map(({ path }) => path)).size).toBe(one.length);
      }
    },
  );
});

describe('wrong input without access', () => {
  const WRONG: [string, Endpoint, object][] = [
    ['mission', updateMission, { body: { title: '' } }],
    ['mission', patchMission, { body: { title: null } }],
    ['mission', offerOwnership, { body: {} }],
    ['mission', settleReward, { body: { done: 'no', user_id: randomUUID() } }],
    ['mission', saveReminder, { body: { hour: 99 } }],
    ['mission', muteMission, { body: { muted: 'yes' } }],
    ['mission', saveOwnHabit, { body: {} }],
    ['mission', changeAmount, { body: {} }],
    ['mission', listCheckins, { query: { limit: '0' } }],
    ['mission', listDeletedCheckins, {}],
    ['checkin', updateCheckin, { body: { type: 'song' } }],
    ['checkin', setCheckinPhoto, { body: {} }],
    ['checkin', hideCheckin, { body: {} }],
    ['checkin', listComments, { query: { limit: '0' } }],
    ['checkin', createComment, { body: { content: '' } }],
    ['checkin', toggleReaction, { body: { reaction_type: 'like' } }],
    ['checkin', reportCheckin, { body: {} }],
    ['comment', reportComment, { body: {} }],
  ];

  it('is tested for all calls with a mission, check-in or comment in their path', () => {
    const guarded = Object.values(API).filter(
      ({ path, access, body, query, files }) =>
        /^\/api\/(missions|checkins|comments)\/\{id\}/.test(path) && access === 'user' && (body || query || files),
    );
    expect(new Set(WRONG.map(([, endpoint]) => endpoint))).toEqual(new Set(guarded));
  });

  it('gives a stranger the 404 of an unknown ID, byte for byte, and a member the 422', async () => {
    const { owner, ana, checkin, mission } = await buildDiscussion(t);
    const { id: comment } = await buildComment(t, owner, checkin, 'Well run');
    const stranger = await buildUser(t);
    const ids: Record<string, string> = { mission, checkin, comment };
    for (const [kind, endpoint, options] of WRONG) {
      const call = (token: string, id: string) => t.call(endpoint, { token, params: { id }, ...options });
      const unknown = await call(stranger.token, randomUUID());
      expect([endpoint.path, unknown.statusCode, unknown.json().code]).toEqual([
        endpoint.path,
        404,
        `${kind}_not_found`,
      ]);
      expect((await call(stranger.token, ids[kind]!)).body).toBe(unknown.body);
      const { token } = endpoint === updateCheckin || endpoint === setCheckinPhoto ? ana : owner;
      expect([endpoint.path, (await call(token, ids[kind]!)).statusCode]).toEqual([endpoint.path, 422]);
    }
  });

  it('is checked after access to the mission that the body names', async () => {
    const { owner, ana, mission } = await buildDiscussion(t);
    const stranger = await buildUser(t);
    const codeOf = async (endpoint: Endpoint, token: string, body: object) =>
      (await t.call(endpoint, { token, body: { mission_id: mission, ...body } })).json().code;
    expect(await codeOf(createCheckin, stranger.token, { type: 'song' })).toBe('mission_not_found');
    expect(await codeOf(createInvitation, stranger.token, { invitee_email: 'x' })).toBe('mission_not_found');
    expect(await codeOf(createInvitation, ana.token, { invitee_email: 'x' })).toBe('forbidden');
    expect(await codeOf(createInvitation, owner.token, { invitee_email: 'x' })).toBe('invalid_input');
  });

  it('gives a member without the right the 403 of right input', async () => {
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    const code = async (endpoint: Endpoint, token: string, id: string) =>
      (await t.call(endpoint, { token, params: { id }, body: {} })).json().code;
    expect(await code(updateMission, bo.token, mission)).toBe('not_owner');
    expect(
      (await t.call(patchMission, { token: bo.token, params: { id: mission }, body: { goal: 7 } })).json().code,
    ).toBe('not_owner');
    expect(await code(offerOwnership, bo.token, mission)).toBe('not_owner');
    expect(await code(hideCheckin, bo.token, checkin)).toBe('not_owner');
    expect(await code(updateCheckin, owner.token, checkin)).toBe('not_author');
    expect(await code(setCheckinPhoto, owner.token, checkin)).toBe('not_author');
  });

  it('does not reveal a mission if cleaning empties the description', async () => {
    const { mission } = await buildDiscussion(t);
    const stranger = await buildUser(t);
    const body = {
      ...{ title: 'Run', description: '<script>run()</script>', goal: 'Run', duration_days: 30 },
      start_date: '2026-11-21',
    };
    for (const id of [mission, randomUUID()])
      expect((await t.call(updateMission, { token: stranger.token, params: { id }, body })).json()).toMatchObject({
        code: 'mission_not_found',
        detail: 'Mission not found',
      });
  });
});
