import { describe, expect, it, vi } from 'vitest';
import { notificationOf, openFromPush, pathOfTap, showPush } from './push-events.ts';

const message = {
  title: 'Swim',
  body: 'Today would be day 3 of your streak.',
  path: '/mission/1#checkin',
  tag: 'reminder-1',
  checkin_path: '/one-tap/abc',
};
const sent = (changes: object = {}) => JSON.stringify({ ...message, ...changes });

describe('a push message', () => {
  it('is shown with its action', async () => {
    const showNotification = vi.fn(async () => undefined);
    await showPush(sent(), { showNotification });
    expect(showNotification).toHaveBeenCalledWith(
      'Swim',
      expect.objectContaining({
        body: message.body,
        tag: 'reminder-1',
        actions: [{ action: 'check-in', title: 'Check in' }],
        data: { path: '/mission/1#checkin', checkin_path: '/one-tap/abc' },
      }),
    );
  });

  it('without a check-in has no action', () => {
    expect(notificationOf(sent({ checkin_path: undefined })).options.actions).toBeUndefined();
  });

  it.each(['', 'no json', 'null', '[]', '{"title":7}'])('that cannot be read is shown all the same: %j', (text) => {
    expect(notificationOf(text)).toMatchObject({ title: 'Emberkin', options: { data: { path: '/dashboard' } } });
  });

  it('leads to no other site', () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { options } = notificationOf(sent({ path, checkin_path: path }));
      expect(options.data).toEqual({ path: '/dashboard', checkin_path: undefined });
      expect(pathOfTap('check-in', { path, checkin_path: path })).toBe('/dashboard');
    }
  });
});

describe('a tap on it', () => {
  const data = { path: message.path, checkin_path: message.checkin_path };
  const tapped = (action: string) => ({ action, notification: { data, close: vi.fn() } });

  it.each([
    ['', '/mission/1#checkin'],
    ['check-in', '/one-tap/abc'],
    ['something else', '/mission/1#checkin'],
  ])('on %j opens %s', async (action, path) => {
    const event = tapped(action);
    const openWindow = vi.fn(async () => undefined);
    await openFromPush(event, { matchAll: async () => [], openWindow });
    expect(openWindow).toHaveBeenCalledWith(path);
    expect(event.notification.close).toHaveBeenCalled();
  });

  it('leads on in the window that is open, or in a new one when that cannot be led', async () => {
    const openWindow = vi.fn(async () => undefined);
    const led = { focus: vi.fn(async () => undefined), navigate: vi.fn() };
    // The page that was there is gone after it, and with it whatever could be asked of its window.
    const open = {
      focus: vi.fn(async () => Promise.reject(new TypeError('not found'))),
      navigate: vi.fn(async () => led),
    };
    await openFromPush(tapped(''), { matchAll: async () => [open], openWindow });
    expect(open.navigate).toHaveBeenCalledWith('/mission/1#checkin');
    expect(led.focus).toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
    open.navigate.mockRejectedValue(new TypeError('not controlled'));
    await openFromPush(tapped(''), { matchAll: async () => [open], openWindow });
    expect(openWindow).toHaveBeenCalledWith('/mission/1#checkin');
  });

  it('leads home when nothing is known', () => {
    expect(pathOfTap('check-in', null)).toBe('/dashboard');
    expect(pathOfTap('', undefined)).toBe('/dashboard');
  });
});
