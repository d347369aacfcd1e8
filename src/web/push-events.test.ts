import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readNavigation } from './features/frame/notification-navigation.ts';
import { notificationOf, openFromPush, pathOfTap, showPush } from './push-events.ts';
import { workerTranslate } from './worker-language.ts';

const message = {
  title: 'Swim',
  body: 'Check in today for day 3.',
  path: '/mission/1#checkin',
  tag: 'reminder-1',
  checkin_path: '/one-tap/abc',
};
const t = workerTranslate('en');
const sent = (changes: object = {}) => JSON.stringify({ ...message, ...changes });

describe('push messages', () => {
  it('are shown with their action', async () => {
    const showNotification = vi.fn(async () => undefined);
    await showPush(t, sent(), { showNotification });
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

  it('have no action without a check-in link', () => {
    expect(notificationOf(t, sent({ checkin_path: undefined })).options.actions).toBeUndefined();
  });

  it.each(['', 'no json', 'null', '[]', '{"title":7}'])('show a default text if unreadable: %j', (text) => {
    expect(notificationOf(t, text)).toMatchObject({ title: 'Emberkin', options: { data: { path: '/dashboard' } } });
  });

  it("use their own language, and the greeting uses the worker's", () => {
    const arabic = { lang: 'ar', dir: 'rtl', checkin_label: 'تسجيل الإنجاز' };
    expect(notificationOf(t, sent(arabic)).options).toMatchObject({
      lang: 'ar',
      dir: 'rtl',
      actions: [{ action: 'check-in', title: 'تسجيل الإنجاز' }],
    });
    expect(notificationOf(t, sent({ lang: 7, dir: 'up' })).options).not.toHaveProperty('lang');
    const malay = notificationOf(workerTranslate('ms'), '').options;
    expect(malay).toMatchObject({ lang: 'ms', dir: 'ltr', body: 'Ada sesuatu yang baharu di sisi unggun api.' });
  });

  it('never open another site', () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { options } = notificationOf(t, sent({ path, checkin_path: path }));
      expect(options.data).toEqual({ path: '/dashboard', checkin_path: undefined });
      expect(pathOfTap('check-in', { path, checkin_path: path })).toBe('/dashboard');
    }
  });
});

describe('taps on a notification', () => {
  const data = { path: message.path, checkin_path: message.checkin_path };
  const tapped = (action: string) => ({ action, notification: { data, close: vi.fn() } });

  it.each([
    ['', '/mission/1#checkin'],
    ['check-in', '/one-tap/abc'],
    ['something else', '/mission/1#checkin'],
  ])('open, for the action %j, the path %s', async (action, path) => {
    const event = tapped(action);
    await openFromPush(event, { matchAll: async () => [], openWindow });
    expect(openWindow).toHaveBeenCalledWith(path);
    expect(event.notification.close).toHaveBeenCalled();
  });

  /** Opens a window at `path` whose page follows navigation messages, unless `goes` is false. */
  function buildWindow(path: string, goes = true) {
    const wentTo: string[] = [];
    return {
      wentTo,
      url: `https://emberkin.example${path}`,
      focus: vi.fn(async (): Promise<unknown> => undefined),
      navigate: vi.fn(async (): Promise<unknown> => null),
      postMessage: (message: unknown, [port]: Transferable[]) => {
        if (!goes) return;
        wentTo.push(readNavigation(message)!);
        (port as MessagePort).postMessage(true);
      },
    };
  }
  const openWindow = vi.fn(async () => undefined);
  beforeEach(() => void openWindow.mockClear());
  afterEach(() => void vi.useRealTimers());

  it('navigate the open page without reloading it, and bring it to the front', async () => {
    const page = buildWindow('/dashboard');
    await openFromPush(tapped(''), { matchAll: async () => [page, buildWindow('/settings')], openWindow });
    expect(page.wentTo).toEqual(['/mission/1#checkin']);
    expect(page.focus).toHaveBeenCalled();
    expect(page.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('navigate the open page even if it cannot be brought to the front', async () => {
    const page = buildWindow('/dashboard');
    page.focus.mockRejectedValue(new TypeError('not allowed'));
    await openFromPush(tapped('check-in'), { matchAll: async () => [page], openWindow });
    expect(page.wentTo).toEqual(['/one-tap/abc']);
  });

  it('reload a window that does not respond, or open a new one if that fails', async () => {
    vi.useFakeTimers();
    const page = buildWindow('/login', false);
    const tap = async () => {
      const opened = openFromPush(tapped(''), { matchAll: async () => [page], openWindow });
      await vi.advanceTimersByTimeAsync(999);
      expect(page.navigate).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await opened;
    };
    await tap();
    expect(page.navigate).toHaveBeenCalledWith('/mission/1#checkin');
    expect(openWindow).not.toHaveBeenCalled();
    page.navigate.mockReset().mockRejectedValue(new TypeError('not found'));
    await tap();
    expect(openWindow).toHaveBeenCalledWith('/mission/1#checkin');
  });

  it('do not navigate windows of the admin dashboard', async () => {
    const adminWindow = buildWindow('/admin');
    await openFromPush(tapped(''), { matchAll: async () => [adminWindow], openWindow });
    expect(openWindow).toHaveBeenCalledWith('/mission/1#checkin');
    const page = buildWindow('/administer');
    await openFromPush(tapped(''), { matchAll: async () => [adminWindow, page], openWindow });
    expect(page.wentTo).toEqual(['/mission/1#checkin']);
    expect(openWindow).toHaveBeenCalledTimes(1);
    expect([adminWindow.wentTo, adminWindow.focus.mock.calls, adminWindow.navigate.mock.calls]).toEqual([[], [], []]);
  });

  it('make a page follow only navigation messages with a path of its own origin', () => {
    expect(readNavigation({ lead_on: '/mission/1' })).toBe('/mission/1');
    for (const message of [null, 'sync', {}, { lead_on: 7 }, { lead_on: '//evil.example' }, { lead_on: 'mission' }]) {
      expect(readNavigation(message)).toBeUndefined();
    }
  });

  it('open the dashboard without data', () => {
    expect(pathOfTap('check-in', null)).toBe('/dashboard');
    expect(pathOfTap('', undefined)).toBe('/dashboard');
  });
});
