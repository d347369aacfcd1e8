import { expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { knownZone, zoneChangeNote } from './time-zone.ts';

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

const KL = 'Asia/Kuala_Lumpur';

it('The note says that today stays where both zones have the same day.', () => {
  expect(zoneChangeNote(getT(), new Date('2026-11-21T04:00:00Z'), KL, 'Asia/Tokyo')).toMatch(
    /^It's still Saturday, 21 November\./,
  );
});

it('The note says which day comes again when travelling west across midnight.', () => {
  const note = zoneChangeNote(getT(), new Date('2026-11-20T20:00:00Z'), KL, 'America/New_York');
  expect(note).toContain('Today becomes Friday, 20 November again.');
  expect(note).toContain('If it has no check-in yet');
});

it('The note says which day ends early when travelling east across midnight.', () => {
  const note = zoneChangeNote(getT(), new Date('2026-11-21T12:00:00Z'), KL, 'Pacific/Auckland');
  expect(note).toContain('Today becomes Sunday, 22 November.');
  expect(note).toContain('Saturday, 21 November ends early');
});
