import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { buildAccount, expect, newPerson, type Person } from './fixtures.ts';

const DAY_MS = 86_400_000;

export interface SignedIn {
  person: Person;
  token: string;
}

async function post<Answer>(page: Page, token: string, path: string, data: object = {}): Promise<Answer> {
  const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), `POST ${path}: ${answer.status()}`).toBe(true);
  return (await answer.json()) as Answer;
}

export async function buildPerson(page: Page, name: string, timezone?: string): Promise<SignedIn> {
  const person = newPerson(name);
  return { person, token: await buildAccount(page, person, timezone) };
}

/** Creates a mission of 30 days that starts today, or `in_days` later, unless `fields` differ. Returns its ID. */
export async function buildMission(
  page: Page,
  token: string,
  title: string,
  in_days = 0,
  fields: object = {},
): Promise<string> {
  const mission = {
    title,
    description: `<p>What a <strong>good day</strong> looks like.</p><ul><li><p>${title}</p></li></ul>`,
    goal: 'All of us to the last day',
    duration_days: 30,
    start_date: new Date(Date.now() + in_days * DAY_MS).toISOString(),
    level_goal: 3,
    streak_goal: 24,
    reward_description: 'Dinner by the fire',
    ...fields,
  };
  return (await post<{ id: string }>(page, token, '/api/missions', mission)).id;
}

export async function buildInvitationCode(page: Page, token: string, missionId: string): Promise<string> {
  const path = `/api/missions/${missionId}/generate-invitation-code`;
  return (await post<{ invitation_code: string }>(page, token, path)).invitation_code;
}

export async function findInvitationKey(page: Page, token: string): Promise<string> {
  const answer = await page.request.get('/api/invitations', { headers: { authorization: `Bearer ${token}` } });
  const [invitation] = (await answer.json()) as { id: string }[];
  return invitation!.id;
}

export async function buildMember(page: Page, code: string, name: string, timezone?: string): Promise<SignedIn> {
  const member = await buildPerson(page, name, timezone);
  await post(page, member.token, `/api/join/${code}`);
  return member;
}

export async function buildCheckin(page: Page, token: string, mission_id: string, content = ''): Promise<string> {
  const body = { mission_id, type: content ? 'text' : 'tick', content };
  return (await post<{ checkin: { id: string } }>(page, token, '/api/checkins', body)).checkin.id;
}

export const buildPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#d4542a' } })
    .png()
    .toBuffer();

/** Opens a prerendered page and waits for hydration, because earlier presses are lost. */
export async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')),
  );
}

export async function fillLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Logs out through the account menu, which only wide screens have. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
}

/** Checks a radio button whose input is hidden behind a card. */
export const choose = (radio: Locator): Promise<void> => radio.check({ force: true });
