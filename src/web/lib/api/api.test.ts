import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { login, me } from '#contract/auth.ts';
import { getMission } from '#contract/missions.ts';
import { uploadAvatar } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { getToken, setToken } from '#web/lib/session/session.ts';
import { call, onSessionExpired, SESSION_EXPIRED } from './api.ts';
import { ApiError } from './api-error.ts';

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const json = (status: number, body: unknown) => Promise.resolve(Response.json(body, { status }));
const lastCall = () => asked.mock.calls.at(-1)!;
const ended = vi.fn<(token: string) => void>();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', asked);
  onSessionExpired(ended);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('fills the path and the query, and sends the token', async () => {
  setToken('secret');
  asked.mockImplementation(() => json(200, {}));
  await call(getMission, { params: { id: 'a/b' } });
  expect(lastCall()[0]).toBe('/api/missions/a%2Fb');
  expect(lastCall()[1].headers).toMatchObject({ authorization: 'Bearer secret' });
  await call(getStreak, { query: { mission_id: undefined } });
  expect(lastCall()[0]).toBe('/api/streak');
  await call(getStreak, { query: { mission_id: 'm1' } });
  expect(lastCall()[0]).toBe('/api/streak?mission_id=m1');
});

it('sends JSON without files and a form with one', async () => {
  asked.mockImplementation(() => json(200, {}));
  await call(login, { body: { email: 'a@b.co', password: 'x' } });
  expect(lastCall()[1].body).toBe('{"email":"a@b.co","password":"x"}');
  await call(uploadAvatar, { files: { avatar: new Blob(['x']) } });
  const { body } = lastCall()[1];
  expect(body instanceof FormData && [...body.keys()]).toEqual(['avatar']);
});

it('throws what the server said', async () => {
  const errors = [{ path: 'email', message: 'Please enter a valid email address' }];
  asked.mockImplementation(() => json(422, { code: 'invalid_input', detail: 'Please check', errors }));
  await expect(call(login, { body: { email: '', password: '' } })).rejects.toMatchObject({
    code: 'invalid_input',
    status: 422,
    detail: 'Please check',
    errors,
  });
});

it('names a lost connection, and an answer that is not of the API', async () => {
  asked.mockRejectedValueOnce(new TypeError('failed to fetch'));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'network', status: 0 });
  asked.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'internal', status: 502, detail: '' });
});

it('takes a deadline that passed, and a success that breaks off, for no answer', async () => {
  asked.mockImplementationOnce(async (_address, { signal }) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    throw signal?.reason;
  });
  await expect(call(me, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ code: 'network', status: 0 });
  asked.mockResolvedValueOnce(new Response('{"id":"4f', { status: 200 }));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'network', status: 0 });
});

it('leaves an abort what it is', async () => {
  asked.mockImplementation((_, { signal }) => Promise.reject(signal?.reason));
  await expect(call(me, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

it('tells that a session is over, with the token that was refused', async () => {
  setToken('old');
  asked.mockImplementation(() => json(401, { code: 'not_signed_in', detail: 'Please sign in' }));
  await expect(call(me, {})).rejects.toThrow(SESSION_EXPIRED);
  expect(ended).toHaveBeenCalledExactlyOnceWith('old');
  expect(getToken()).toBe('old');
});

it('does not take a wrong password for the end of a session', async () => {
  setToken('old');
  asked.mockImplementation(() => json(401, { code: 'wrong_credentials', detail: 'Invalid email or password' }));
  const error = await call(login, { body: { email: 'a@b.co', password: 'x' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ detail: 'Invalid email or password' });
  expect(ended).not.toHaveBeenCalled();
});
