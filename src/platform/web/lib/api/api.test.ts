import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { login, me } from '#contract/auth.ts';
import { getMission } from '#contract/missions.ts';
import { uploadAvatar } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { getToken, onSessionExpired, setToken } from '#platform/web/lib/session/session.ts';
import { call } from './api.ts';
import { ApiError, isRetryable } from './api-error.ts';
import { isBehindDoor, isOnline, onConnectivityChange } from './connectivity.ts';

const request = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const json = (status: number, body: unknown) => Promise.resolve(Response.json(body, { status }));
const lastCall = () => request.mock.calls.at(-1)!;
const expired = vi.fn<(token: string) => void>();

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', request);
  onSessionExpired(expired);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('fills the path and the query, and sends the token', async () => {
  setToken('secret');
  request.mockImplementation(() => json(200, {}));
  await call(getMission, { params: { id: 'a/b' } });
  expect(lastCall()[0]).toBe('/api/missions/a%2Fb');
  expect(lastCall()[1].headers).toMatchObject({ authorization: 'Bearer secret' });
  await call(getStreak, { query: { mission_id: undefined } });
  expect(lastCall()[0]).toBe('/api/streak');
  await call(getStreak, { query: { mission_id: 'm1' } });
  expect(lastCall()[0]).toBe('/api/streak?mission_id=m1');
});

it('sends JSON without files, and a form with one', async () => {
  request.mockImplementation(() => json(200, {}));
  await call(login, { body: { email: 'a@b.co', password: 'x' } });
  expect(lastCall()[1].body).toBe('{"email":"a@b.co","password":"x"}');
  await call(uploadAvatar, { files: { avatar: new Blob(['x']) } });
  const { body } = lastCall()[1];
  expect(body instanceof FormData && [...body.keys()]).toEqual(['avatar']);
});

it('throws an error response with its code, status, sentence and fields', async () => {
  const errors = [{ path: 'email', message: 'Please enter a valid email address' }];
  request.mockImplementation(() => json(422, { code: 'invalid_input', detail: 'Please check', errors }));
  await expect(call(login, { body: { email: '', password: '' } })).rejects.toMatchObject({
    code: 'invalid_input',
    status: 422,
    detail: 'Please check',
    errors,
  });
});

it("uses different codes for a lost connection and for a response that is not the API's", async () => {
  request.mockRejectedValueOnce(new TypeError('failed to fetch'));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'network', status: 0 });
  request.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'internal', status: 502, detail: '' });
});

describe('a response from a proxy in front of the server', () => {
  const html = (status: number) => new Response('<h1>404 page not found</h1>', { status });
  const redirect = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), text: async () => '' };
  const bodies = ['<h1>Not for you</h1>', '', '{"detail":"Not authenticated"}', '{"code":401}', 'null', '"no"'];

  it.each([400, 401, 402, 403, 404, 405, 407, 409, 410, 413, 415, 418, 422, 426, 431, 451])(
    'counts as no response with status %i, whatever its body',
    async (status) => {
      setToken('kept');
      for (const body of bodies) {
        request.mockResolvedValueOnce(new Response(body, { status }));
        const error = await call(me, {}).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ status: 0 });
        expect([isRetryable(error), isOnline()]).toEqual([true, false]);
      }
      expect(expired).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['401', html(401)],
    ['403', html(403)],
    ['a redirect', redirect as unknown as Response],
  ])("is a sign-in proxy's if it is %s, until the server responds", async (_, answer) => {
    request.mockResolvedValueOnce(answer);
    await expect(call(me, {})).rejects.toMatchObject({ code: 'door', status: 0 });
    expect(isBehindDoor()).toBe(true);
    expect(lastCall()[1].redirect).toBe('manual');
    request.mockResolvedValueOnce(html(404));
    await expect(call(me, {})).rejects.toMatchObject({ code: 'network' });
    expect(isBehindDoor()).toBe(false);
    request.mockImplementation(() => json(200, {}));
    await call(me, {});
    expect([isOnline(), isBehindDoor()]).toEqual([true, false]);
  });

  it.each([404, 200])('never makes the connection seem restored with status %i', async (status) => {
    request.mockRejectedValueOnce(new TypeError('failed to fetch'));
    await call(me, {}).catch(() => undefined);
    const restored = vi.fn(() => isOnline());
    const stop = onConnectivityChange(restored);
    request.mockImplementation(() => Promise.resolve(html(status)));
    await call(me, {}).catch(() => undefined);
    stop();
    expect(restored).not.toHaveReturnedWith(true);
  });

  it.each([429, 503, 511])('delays a retry after status %i by its Retry-After', async (status) => {
    request.mockResolvedValueOnce(new Response('Wait', { status, headers: { 'retry-after': '30' } }));
    const error = await call(me, {}).catch((thrown: unknown) => thrown);
    expect(isRetryable(error)).toBe(true);
    expect(error).toMatchObject({ status, retry_after_s: 30 });
  });
});

it('treats a timeout and a truncated 2xx body as no response', async () => {
  request.mockImplementationOnce(async (_address, { signal }) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    throw signal?.reason;
  });
  await expect(call(me, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ code: 'network', status: 0 });
  request.mockResolvedValueOnce(new Response('{"id":"4f', { status: 200 }));
  await expect(call(me, {})).rejects.toMatchObject({ code: 'network', status: 0 });
});

it('throws an AbortError for an aborted call', async () => {
  request.mockImplementation((_, { signal }) => Promise.reject(signal?.reason));
  await expect(call(me, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

it('reports the end of the session with the refused token after a 401', async () => {
  setToken('old');
  request.mockImplementation(() => json(401, { code: 'not_signed_in', detail: 'Please sign in' }));
  await expect(call(me, {})).rejects.toThrow('Session expired. Please login again.');
  expect(expired).toHaveBeenCalledExactlyOnceWith('old');
  expect(getToken()).toBe('old');
});

it('keeps the session after a wrong password', async () => {
  setToken('old');
  request.mockImplementation(() => json(401, { code: 'wrong_credentials', detail: 'Invalid email or password' }));
  const error = await call(login, { body: { email: 'a@b.co', password: 'x' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ detail: 'Invalid email or password' });
  expect(expired).not.toHaveBeenCalled();
});
