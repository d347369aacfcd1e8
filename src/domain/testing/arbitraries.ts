import * as fc from 'fast-check';
import { addDays, type LocalDay } from '../days.ts';

/** Zones with every kind of clock change: both hemispheres, half hours, skipped midnights and skipped days. */
const ZONES = [
  'Asia/Kuala_Lumpur',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
] as const;

const ODD_DAYS = [
  '2018-02-18',
  '2018-11-04',
  '2011-12-30',
  '2024-02-29',
  '2025-12-31',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-10-30',
  '2026-11-01',
];

export function someZone(): fc.Arbitrary<string> {
  return fc.constantFrom(...ZONES);
}

/** Generates a day from 1996 to 2037, often within three days of a clock change or a leap day. */
export function someDay(): fc.Arbitrary<LocalDay> {
  return fc.oneof(
    fc.nat({ max: 15_000 }).map((count) => addDays('1996-01-01', count)),
    fc
      .tuple(fc.constantFrom(...ODD_DAYS), fc.integer({ min: -3, max: 3 }))
      .map(([day, distance]) => addDays(day, distance)),
  );
}
