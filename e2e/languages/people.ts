import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ageMission, buildPlan } from '../database.ts';
import { buildCheckin, buildInvitationCode, buildMission } from '../factories.ts';
import { buildAccount, expect, newPerson, type Person } from '../fixtures.ts';

/** People and their texts are Greek, so every Latin letter on their screens is ours. */
const [ANNA, BASIL, KLEIO] = ['Άννα Λίντ', 'Βασίλης Οκόρο', 'Κλειώ'];

export interface Walker {
  readonly person: Person;
  readonly token: string;
}

async function send(page: Page, token: string, method: string, path: string, data: object = {}): Promise<unknown> {
  const answer = await page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

async function buildWalker(page: Page, name: string): Promise<Walker> {
  const person = { ...newPerson('walker'), name };
  return { person, token: await buildAccount(page, person) };
}

const GREEK = {
  description: '<p>Τι είναι μια <strong>καλή μέρα</strong>.</p>',
  goal: 'Όλοι ως το τέλος',
  reward_description: 'Δείπνο',
};

const build = (page: Page, { token }: Walker, title: string, fields: object = {}) =>
  buildMission(page, token, title, 0, { ...GREEK, ...fields });

export async function buildPeople(page: Page) {
  const anna = await buildWalker(page, ANNA!);
  const newcomer = { ...newPerson('newcomer'), name: KLEIO! };
  const registered = await page.request.post('/api/auth/register', { data: newcomer });
  const { access_token: newToken } = (await registered.json()) as { access_token: string };
  const basil = await buildWalker(page, BASIL!);
  await buildPlan(basil.person.email, 'premium_yearly');

  const open = await build(page, anna, 'Ανάγνωση');
  const done = await build(page, basil, 'Περίπατος', { schedule: { kind: 'weekly', times: 3 }, duration_days: 28 });
  const ended = await build(page, anna, 'Κολύμπι', { duration_days: 3 });
  const code = await buildInvitationCode(page, anna.token, open);
  await send(page, basil.token, 'POST', `/api/join/${code}`);
  await send(page, basil.token, 'POST', `/api/join/${await buildInvitationCode(page, anna.token, ended)}`);
  await send(page, anna.token, 'POST', `/api/join/${await buildInvitationCode(page, basil.token, done)}`);
  for (const walker of [anna, basil]) await buildCheckin(page, walker.token, ended, 'Καλά');
  await ageMission(ended, 10);

  const checkin = await buildCheckin(page, basil.token, open, 'Σελίδα 22');
  await buildCheckin(page, anna.token, done);
  const comments = `/api/checkins/${checkin}/comments`;
  const comment = (await send(page, anna.token, 'POST', comments, { content: 'Μπράβο!' })) as { id: string };
  await send(page, basil.token, 'POST', comments, { content: 'Ευχαριστώ', parent_comment_id: comment.id });
  await send(page, anna.token, 'POST', `/api/checkins/${checkin}/reactions`, { reaction_type: 'love' });
  for (const invitee_email of [newcomer.email, 'nobody@example.com'])
    await send(page, anna.token, 'POST', '/api/invitations', { mission_id: open, invitee_email, message: 'Έλα!' });
  const upcoming = await buildMission(page, basil.token, 'Ύπνος', 3, GREEK);

  const keyed = { mission_id: open, name: 'Πόρτα' };
  const { url } = (await send(page, basil.token, 'POST', '/api/checkin-keys', keyed)) as { url: string };
  await send(page, basil.token, 'POST', '/api/tokens', { name: 'Σενάριο', scope: 'read' }).catch(() => null);
  await send(page, basil.token, 'POST', '/api/webhooks', {
    url: 'https://127.0.0.1:9/',
    description: 'Δέκτης',
    events: ['checkin.created'],
  }).catch(() => null);
  return {
    anna,
    basil,
    newToken,
    code,
    missions: { open, done, ended, upcoming },
    key: new URL(url).pathname,
    unknown: randomUUID(),
  };
}
