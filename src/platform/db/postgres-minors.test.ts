import { describe, expect, it } from 'vitest';
import { EMBEDDED_REMEDY, findMinorNote, findNewerMinor } from './postgres-minors.ts';

describe('findNewerMinor', () => {
  it.each(['15.0', '16.1', '17.4', '18.4'])('returns a newer minor of the same major for %s', (version) => {
    expect(findNewerMinor(version)).toMatch(new RegExp(`^${version.slice(0, 2)}\\.\\d+$`));
  });

  it.each(['18.999', '14.1', '99.0', '19beta1'])('returns null for %s', (version) => {
    expect(findNewerMinor(version)).toBeNull();
  });
});

it('the note names both versions and what the operator can do', () => {
  const newer = findNewerMinor('18.4');
  expect(findMinorNote('18.4', EMBEDDED_REMEDY)).toBe(
    `PostgreSQL 18.4: ${newer} has security fixes (POSTGRES_BIN, docs/operations.md#postgresql).`,
  );
  expect(findMinorNote('18.4', null)).toBe(`PostgreSQL 18.4: ${newer} has security fixes.`);
  expect(findMinorNote('18.999', null)).toBeNull();
});
