import type { Look } from '#domain/looks.ts';

/** A person of the demo with their habits. `ago` counts days before today. */
export interface DemoPerson {
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly location: string;
  readonly bio: string;
  /** All different and always the same, because the README's pictures show them. */
  readonly look: Look;
  readonly hour: number;
  /** The check-ins in 100 days, apart from `away`. */
  readonly checkin_rate: number;
  /** Days without a check-in. Rest days cover single ones; longer gaps end a streak. */
  readonly away: readonly number[];
  /** In which missions they have checked in today. */
  readonly today: 'all' | 'one' | 'none';
}

export const PEOPLE: readonly DemoPerson[] = [
  {
    key: 'aisyah',
    name: 'Aisyah Rahman',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Petaling Jaya',
    bio: 'Reads in bed, draws on receipts, runs when nobody is looking.',
    look: { cloth: 'plum-dots', hat: 'leaf', cut: 'cape' },
    hour: 21,
    checkin_rate: 100,
    away: [103, 86, 61, 33, 9],
    today: 'none',
  },
  {
    key: 'mei.ling',
    name: 'Mei Ling',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Ipoh',
    bio: 'Up before the kettle.',
    look: { cloth: 'honey', hat: 'bobble', cut: 'poncho' },
    hour: 7,
    checkin_rate: 100,
    away: [74, 73, 72, 71],
    today: 'all',
  },
  {
    key: 'farid',
    name: 'Farid',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Kuala Lumpur',
    bio: 'Slowest reader of the group, and proud of it.',
    look: { cloth: 'lake-stripes', hat: 'brim', cut: 'coat' },
    hour: 22,
    checkin_rate: 82,
    away: [14, 13, 12],
    today: 'none',
  },
  {
    key: 'sam',
    name: 'Sam',
    timezone: 'Europe/London',
    location: 'Leeds',
    bio: 'Joined late, stayed for the comments.',
    look: { cloth: 'pine', hat: 'band', cut: 'jumper' },
    hour: 13,
    checkin_rate: 100,
    away: [],
    today: 'one',
  },
  {
    key: 'kim',
    name: 'Kim',
    timezone: 'Asia/Seoul',
    location: 'Busan',
    bio: 'One line a day is still a line.',
    look: { cloth: 'rose-zigzag', hat: 'nightcap', cut: 'poncho' },
    hour: 19,
    checkin_rate: 64,
    away: [6, 5, 4],
    today: 'none',
  },
  {
    key: 'olu',
    name: 'Olu',
    timezone: 'Africa/Lagos',
    location: 'Lagos',
    bio: 'Takes every meeting on foot.',
    look: { cloth: 'ember-stripes', hat: 'band', cut: 'cape' },
    hour: 18,
    checkin_rate: 91,
    away: [50, 49, 48, 47, 46],
    today: 'all',
  },
  {
    key: 'lena',
    name: 'Lena',
    timezone: 'Europe/Berlin',
    location: 'Leipzig',
    bio: "Has a cat that won't sit still.",
    look: { cloth: 'pine-zigzag', hat: 'hood', cut: 'jumper' },
    hour: 20,
    checkin_rate: 94,
    away: [28],
    today: 'one',
  },
  {
    key: 'jun',
    name: 'Jun',
    timezone: 'Asia/Tokyo',
    location: 'Kamakura',
    bio: 'Shoes on before eight.',
    look: { cloth: 'lake', hat: 'bobble', cut: 'coat' },
    hour: 8,
    checkin_rate: 97,
    away: [],
    today: 'all',
  },
];
