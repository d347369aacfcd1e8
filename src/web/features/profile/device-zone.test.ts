import { expect, it } from 'vitest';
import { knownZone } from './device-zone.ts';

const option = (value: string) => ({ value, label: value });

it("The browser's zone is found under the same name.", () => {
  expect(knownZone('Asia/Kuala_Lumpur', [option('UTC'), option('Asia/Kuala_Lumpur')])).toBe('Asia/Kuala_Lumpur');
});

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Etc/UTC', 'UTC'],
])("The browser's zone %s is found under the server's name %s.", (browser, server) => {
  expect(knownZone(browser, [option('Europe/Paris'), option(server)])).toBe(server);
});

it('A zone that the server does not have is not found.', () => {
  expect(knownZone('Asia/Tokyo', [option('Europe/Paris')])).toBeNull();
  expect(knownZone('Mars/Olympus', [option('Europe/Paris')])).toBeNull();
});
