import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#contract/auth.ts';
import { clearDeclinedZones, declineZone } from '#web/data/declined-zone.ts';
import * as keys from '#web/data/query-keys.ts';
import { deviceZone, isZoneForeign } from './time-zone.ts';
import { MovedQuestion } from './zone-question.tsx';

beforeEach(() => {
  const stored: Record<string, string> = {};
  Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(stored, { [key]: value }) },
    removeItem: { value: (key: string) => delete stored[key] },
  });
  vi.stubGlobal('localStorage', stored);
  moveDevice('Europe/Berlin');
});
afterEach(() => vi.unstubAllGlobals());

const HOST = Intl.DateTimeFormat().resolvedOptions().timeZone;
const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** Moves this device to another zone; formatters with a fixed zone stay as they are. */
function moveDevice(timeZone: string): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    const options = resolvedOptions.call(this);
    return options.timeZone === HOST ? { ...options, timeZone } : options;
  });
}

function render({ id = 'me' } = {}): string {
  const client = new QueryClient();
  client.setQueryData(keys.me, { id, timezone: 'Asia/Kuala_Lumpur' } as User);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MovedQuestion />
    </QueryClientProvider>,
  );
}

it('asks immediately, without a request, if the device is in another zone', () => {
  expect(deviceZone()).toBe('Europe/Berlin');
  const html = render();
  expect(html).toContain('Have you moved?');
  expect(html).toMatch(
    /This device is set to \(UTC\+0[12]:00\) Europe\/Berlin, your profile to \(UTC\+08:00\) Asia\/Kuala Lumpur\./,
  );
  expect(html).toMatch(/<button[^>]*><span[^>]*>Use this timezone<\/span><\/button><button[^>]*>Not now<\/button>/);
});

it('does not ask again after `Not now` until logout, except other users or about another zone', () => {
  declineZone('me', 'Europe/Berlin');
  expect(render()).toBe('');
  expect(render({ id: 'other' })).toContain('Have you moved?');
  moveDevice('Asia/Tokyo');
  expect(render()).toContain('Asia/Tokyo');
  moveDevice('Europe/Berlin');
  clearDeclinedZones();
  expect(render()).toContain('Have you moved?');
});

it('treats two names of a zone as equal', () => {
  expect(isZoneForeign('Asia/Kuala_Lumpur')).toBe(true);
  expect(isZoneForeign('Europe/Berlin')).toBe(false);
  moveDevice('Asia/Calcutta');
  expect(isZoneForeign('Asia/Kolkata')).toBe(false);
});
