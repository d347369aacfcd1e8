import type { Page } from '@playwright/test';
import { expect, signIn, test, withoutLive } from '../fixtures.ts';
import { type Look, looker } from './look.ts';
import { openAll } from './open-all.ts';
import { buildPeople } from './people.ts';

// A walk presses buttons that might be refused, and opens dead links.
test.use({ expected: /.*/ });

async function speakArabic(page: Page): Promise<void> {
  await page.addInitScript((language) => localStorage.setItem('language', language), 'ar');
  await page.context().addCookies([{ name: 'language', value: 'ar', url: test.info().project.use.baseURL! }]);
  // A menu that is fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await withoutLive(page);
}

type People = Awaited<ReturnType<typeof buildPeople>>;

const VISITORS = ({ code, unknown, key }: People): [string, string][] => [
  ['/login', 'login'],
  ['/register', 'register'],
  ['/reset-password?token=some-token', 'reset password'],
  ['/reset-password', 'reset password, no link'],
  ['/signed-in', 'signed in'],
  [`/join/${code}`, 'join'],
  ['/join/2222222222', 'join, dead link'],
  [`/accept-invitation/${unknown}`, 'invitation, dead link'],
  ['/one-tap/unknown', 'one tap, dead link'],
  [key, 'key'],
  ['/key/unknown', 'key, dead link'],
  ['/unsubscribe/unknown', 'unsubscribe'],
];

const MEMBERS = ({ missions, unknown }: People): [string, string][] => [
  ['/dashboard', 'dashboard'],
  [`/mission/${missions.open}`, 'mission, today'],
  [`/mission/${missions.open}?part=team`, 'mission, team'],
  [`/mission/${missions.open}?part=mission`, 'mission, what it is'],
  [`/mission/${missions.open}?invite=true`, 'mission, invite'],
  [`/mission/${missions.done}`, 'mission, done'],
  [`/mission/${missions.done}?part=mission`, 'mission, three times a week'],
  [`/mission/${missions.upcoming}`, 'mission, not started'],
  [`/mission/${missions.ended}`, 'mission, ended'],
  [`/mission/${missions.ended}?part=mission`, 'mission, ended, what it is'],
  [`/mission/${missions.ended}/completion`, 'completion'],
  [`/mission/${unknown}`, 'mission, unknown'],
  ['/create-mission', 'new mission'],
  ['/create-mission?template=true', 'new mission, from a template'],
  [`/create-mission?from=${missions.ended}`, 'new mission, again'],
  ['/check-in', 'check in'],
  ['/invitations', 'invitations'],
  ['/insights', 'insights'],
  ['/connections', 'connections'],
  ['/profile', 'profile'],
  ['/profile?edit=true', 'profile, edited'],
  ['/settings', 'settings'],
  ['/pricing', 'plans'],
  ['/upgrade-success', 'payment, not verified'],
  ['/verify-email?token=unknown', 'address, dead link'],
];

async function walk(page: Page, look: Look, places: [string, string][], state: string): Promise<void> {
  for (const [path, name] of places)
    await test.step(`${state}: ${name}`, () => openAll(page, look, path, `${state}: ${name}`));
}

test('visitors find every text in Arabic, with enough room', async ({ page, another }) => {
  const problems: string[] = [];
  const look = looker(problems);
  const people = await buildPeople(await another());
  await speakArabic(page);
  await walk(page, look, VISITORS(people), 'visitor');
  const newcomer = await another();
  await speakArabic(newcomer);
  await signIn(newcomer, people.newToken, '/profile');
  await walk(newcomer, look, [['/profile', 'first profile']], 'newcomer');
  expect(problems).toEqual([]);
});

for (const who of ['anna', 'basil'] as const)
  test(`members find every text in Arabic, with enough room: ${who}`, async ({ page, another }) => {
    const problems: string[] = [];
    const look = looker(problems);
    const people = await buildPeople(await another());
    await speakArabic(page);
    await signIn(page, people[who].token);
    await openAll(page, look, '/dashboard', `${who}: the bar`, 'header button');
    await walk(page, look, MEMBERS(people), who);
    expect(problems).toEqual([]);
  });
