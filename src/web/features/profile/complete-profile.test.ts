import { afterEach, expect, it, vi } from 'vitest';
import type { register, User } from '#contract/auth.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { completeProfile } from './complete-profile.ts';

afterEach(() => void vi.unstubAllGlobals());

const user = { name: 'Ben Okoro', timezone: 'UTC', profile_completed: false } as User;
const session: Answer<typeof register> = { access_token: 'secret', user };

/** Stubs the browser's zone and the responses of the server, and returns the bodies that the profile received. */
function stubServer(zone: string, status: { zones: number; profile: number }) {
  const zones = [{ value: 'Asia/Tokyo', label: 'Asia/Tokyo' }];
  const saved: unknown[] = [];
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({ ...options, timeZone: zone });
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    expect(headers).toMatchObject({ authorization: 'Bearer secret' });
    if (path === '/api/auth/timezones') return Response.json(zones, { status: status.zones });
    saved.push(JSON.parse(String(body)));
    return Response.json({ ...user, timezone: 'Asia/Tokyo', profile_completed: true }, { status: status.profile });
  });
  return saved;
}

it("saves the name and the browser's zone", async () => {
  const saved = stubServer('Asia/Tokyo', { zones: 200, profile: 200 });
  const completed = await completeProfile(session);
  expect(saved).toEqual([{ name: 'Ben Okoro', bio: '', location: '', timezone: 'Asia/Tokyo' }]);
  expect(completed).toMatchObject({ access_token: 'secret', user: { profile_completed: true } });
});

it('leaves the profile to its form if the server does not list the zone', async () => {
  const saved = stubServer('Antarctica/Troll', { zones: 200, profile: 200 });
  expect(await completeProfile(session)).toBe(session);
  expect(saved).toEqual([]);
});

it.each([
  { zones: 500, profile: 200 },
  { zones: 200, profile: 429 },
])('leaves the profile to its form if a call fails', async (status) => {
  stubServer('Asia/Tokyo', status);
  expect(await completeProfile(session)).toBe(session);
});

it('leaves the profile to its form in a browser without timeouts of calls', async () => {
  stubServer('Asia/Tokyo', { zones: 200, profile: 200 });
  vi.stubGlobal('AbortSignal', {});
  expect(await completeProfile(session)).toBe(session);
});
