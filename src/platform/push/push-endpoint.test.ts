import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from './push-endpoint.ts';

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://jmt17.google.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QABC',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ',
    'https://FCM.googleapis.com:443/fcm/send/abc',
  ])('accepts %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://notify.windows.com.evil.example/',
    'https://xnotify.windows.com/',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])('rejects %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));

  it('rejects random https addresses', () => {
    fc.assert(fc.property(fc.webUrl({ validSchemes: ['https'] }), (url) => !isPushEndpoint(url)));
  });
});
