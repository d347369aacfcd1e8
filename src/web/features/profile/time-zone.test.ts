import { expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { knownZone, zoneChangeNote } from './time-zone.ts';

const option = (value: string) => ({ value, label: value });

it("finds the browser's zone under the same name", () => {
  expect(knownZone('Asia/Kuala_Lumpur', [option('UTC'), option('Asia/Kuala_Lumpur')])).toBe('Asia/Kuala_Lumpur');
});

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Etc/UTC', 'UTC'],
])("finds the browser's zone %s under the server's name %s", (browser, server) => {
  expect(knownZone(browser, [option('Europe/Paris'), option(server)])).toBe(server);
});

it('does not find a zone that the server lacks', () => {
  expect(knownZone('Asia/Tokyo', [option('Europe/Paris')])).toBeNull();
  expect(knownZone('Mars/Olympus', [option('Europe/Paris')])).toBeNull();
});

const KL = 'Asia/Kuala_Lumpur';

it('says that today stays if both zones have the same day', () => {
  expect(zoneChangeNote(getT(), new Date('2026-11-21T04:00:00Z'), KL, 'Asia/Tokyo')).toMatch(
    /^It's still Saturday, 21 November\./,
  );
});

it('names the day that repeats after traveling west across midnight', () => {
  const note = zoneChangeNote(getT(), new Date('2026-11-20T20:00:00Z'), KL, 'America/New_York');
  expect(note).toContain('Today becomes Friday, 20 November again.');
  expect(note).toContain('If it has no check-in yet');
});

it('names the day that ends early after traveling east across midnight', () => {
  const note = zoneChangeNote(getT(), new Date('2026-11-21T12:00:00Z'), KL, 'Pacific/Auckland');
  expect(note).toContain('Today becomes Sunday, 22 November.');
  expect(note).toContain('Saturday, 21 November ends early');
});
