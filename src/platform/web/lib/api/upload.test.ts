import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uploadAvatar } from '#contract/profile.ts';
import { call } from './api.ts';
import { uploading } from './upload.ts';

type Progress = { lengthComputable: boolean; loaded: number; total: number };

class Request {
  upload: { onprogress: (event: Progress) => void } = { onprogress: () => undefined };
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onabort: () => void = () => undefined;
  status = 0;
  responseText = '';
  readonly sent: unknown[] = [];
  readonly headers: Record<string, string> = {};
  readonly open = vi.fn();
  private answered: Record<string, string> = {};

  constructor() {
    last = this;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return this.answered[name] ?? null;
  }
  send(body: unknown): void {
    this.sent.push(body);
  }
  abort(): void {
    this.onabort();
  }
  answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.status = status;
    this.responseText = body === undefined ? '' : JSON.stringify(body);
    this.answered = { 'content-type': 'application/json', ...headers };
    this.onload();
  }
}

let last: Request | undefined;
const parts: number[] = [];
const avatar = new Blob(['a picture']);
const send = (signal?: AbortSignal) =>
  call(uploadAvatar, {
    files: { avatar },
    transport: uploading((part) => parts.push(part)),
    ...(signal && { signal }),
  });
const request = () => last!;

beforeEach(() => {
  parts.length = 0;
  last = undefined;
  vi.stubGlobal('localStorage', { getItem: () => 'secret', setItem: vi.fn(), removeItem: vi.fn() });
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => vi.unstubAllGlobals());

it('sends the form with the token and reports its progress', async () => {
  const answer = send();
  expect(request().open).toHaveBeenCalledWith('POST', uploadAvatar.path);
  expect(request().headers).toEqual({
    accept: 'application/json',
    'accept-language': 'en',
    authorization: 'Bearer secret',
  });
  const [body] = request().sent;
  expect(body instanceof FormData && [...body.keys()]).toEqual(['avatar']);
  const { onprogress } = request().upload;
  onprogress({ lengthComputable: true, loaded: 25, total: 100 });
  onprogress({ lengthComputable: false, loaded: 50, total: 0 });
  onprogress({ lengthComputable: true, loaded: 100, total: 100 });
  request().answer(200, { avatar_url: '/media/a/512.webp' });
  expect(await answer).toEqual({ avatar_url: '/media/a/512.webp' });
  expect(parts).toEqual([0.25, 1]);
});

it("throws the server's sentence for a refused upload, and how long to wait", async () => {
  const refused = send();
  request().answer(422, { code: 'photo_not_image', detail: 'This file is no image' });
  await expect(refused).rejects.toMatchObject({
    code: 'photo_not_image',
    status: 422,
    detail: 'This file is no image',
  });
  const tooMany = send();
  request().answer(429, { code: 'too_many_requests', detail: 'Slowly' }, { 'retry-after': '7' });
  await expect(tooMany).rejects.toMatchObject({ status: 429, retry_after_s: 7 });
});

it('keeps the session and counts as no response if a sign-in proxy refuses an upload', async () => {
  const refused = send();
  request().answer(401, undefined);
  await expect(refused).rejects.toMatchObject({ code: 'door', status: 0 });
});

it('accepts a response without a body', async () => {
  const answer = uploading(() => undefined)('/api/somewhere', { method: 'DELETE' });
  request().answer(204, undefined);
  expect((await answer).status).toBe(204);
});

it('throws a network error if the connection is lost during an upload', async () => {
  const answer = send();
  request().onerror();
  await expect(answer).rejects.toMatchObject({ code: 'network', status: 0 });
});

it('throws an AbortError for an aborted upload, and a network error after a timeout', async () => {
  const stop = new AbortController();
  const answer = send(stop.signal);
  stop.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send(AbortSignal.abort(new DOMException('Too late', 'TimeoutError')))).rejects.toMatchObject({
    code: 'network',
  });
  expect(request().sent).toEqual([]);
});
