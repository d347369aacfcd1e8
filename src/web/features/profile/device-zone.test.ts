import { expect, it } from 'vitest';
import { knownZone } from './device-zone.ts';

const option = (value: string) => ({ value, label: value });

it('takes a zone that the server spells the same way', () => {
  expect(knownZone('Asia/Kuala_Lumpur', [option('UTC'), option('Asia/Kuala_Lumpur')])).toBe('Asia/Kuala_Lumpur');
});

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Etc/UTC', 'UTC'],
])('knows %s by the name %s', (browser, server) => {
  expect(knownZone(browser, [option('Europe/Paris'), option(server)])).toBe(server);
});

it('finds nothing for a zone that the server does not have', () => {
  expect(knownZone('Asia/Tokyo', [option('Europe/Paris')])).toBeNull();
  expect(knownZone('Mars/Olympus', [option('Europe/Paris')])).toBeNull();
});
