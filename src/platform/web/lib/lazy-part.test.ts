import { createElement, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';
import { setPageHold } from './replace-page.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/invi-1234567.js');
const Part = ({ name }: { name: string }) => createElement('b', null, name);
const reload = vi.fn();
const request = vi.fn(async () => new Response(null));
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key), setItem: stored.set.bind(stored) });
  vi.stubGlobal('location', { href: 'http://192.168.1.7:3000/mission/m', reload });
  vi.stubGlobal('fetch', request);
  setPageHold(() => false);
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders until the part has loaded or waits for a reload. Rejects with the part's error. */
async function render(Shown: typeof Part): Promise<string> {
  const thrown: unknown[] = [];
  const stream = await renderToReadableStream(
    createElement(Suspense, { fallback: 'soon' }, createElement(Shown, { name: 'In' })),
    { onError: (error) => void thrown.push(error) },
  );
  const isReady = await Promise.race([
    stream.allReady.then(() => true),
    vi.advanceTimersByTimeAsync(50).then(() => false),
  ]);
  if (thrown.length > 0) throw thrown[0];
  return isReady ? new Response(stream).text() : 'waits';
}

describe('lazyPart', () => {
  it('shows the part after its file has loaded, and loads it only once', async () => {
    const load = vi.fn(async () => ({ Part }));
    const Shown = lazyPart(load, 'Part');
    expect(load).not.toHaveBeenCalled();
    expect(await render(Shown)).toContain('<b>In</b>');
    expect(await render(Shown)).toContain('<b>In</b>');
    expect(load).toHaveBeenCalledOnce();
  });

  it('reloads the page once if the server no longer has the file', async () => {
    expect(await render(lazyPart(() => Promise.reject(missing), 'Part'))).toBe('waits');
    expect(reload).toHaveBeenCalledOnce();
    await expect(render(lazyPart(() => Promise.reject(missing), 'Part'))).rejects.toThrow(missing);
    expect(reload).toHaveBeenCalledOnce();
    const next = new TypeError('Failed to fetch dynamically imported module: /assets/edit-7654321.js');
    expect(await render(lazyPart(() => Promise.reject(next), 'Part'))).toBe('waits');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('keeps the page while a field contains typed text, and shows nothing', async () => {
    const hold = vi.fn(() => true);
    setPageHold(hold);
    expect(await render(lazyPart(() => Promise.reject(missing), 'Part'))).not.toContain('<b>');
    expect([hold.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  });

  it.each([
    ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a door in front of the server answers', async () => new Response(null, { status: 401 })],
  ])('does not reload if %s, and loads again a moment later', async (_, answer) => {
    request.mockImplementation(answer);
    const load = vi.fn(async () => ({ Part }));
    load.mockRejectedValueOnce(missing);
    const Shown = lazyPart(load, 'Part');
    await expect(render(Shown)).rejects.toThrow();
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await render(Shown)).toContain('<b>In</b>');
  });
});
