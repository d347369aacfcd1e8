/** Somebody of the demonstration, and how the days go for them. `ago` counts days before today. */
export interface DemoPerson {
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly location: string;
  readonly bio: string;
  /** The hour of their day at which they usually check in. */
  readonly hour: number;
  /** Of 100 days, on how many they check in at all, apart from `away`. */
  readonly keeps: number;
  /** Days without any check-in: single ones are covered by rest days, longer gaps end a streak. */
  readonly away: readonly number[];
  /** Whether today is done already in all missions, in one, or in none. */
  readonly today: 'all' | 'one' | 'none';
}

export const PEOPLE: readonly DemoPerson[] = [
  {
    key: 'aisyah',
    name: 'Aisyah Rahman',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Petaling Jaya',
    bio: 'Reads in bed, draws on receipts, runs when nobody is looking.',
    hour: 21,
    keeps: 100,
    away: [103, 86, 61, 33, 9],
    today: 'none',
  },
  {
    key: 'mei.ling',
    name: 'Mei Ling',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Ipoh',
    bio: 'Up before the kettle.',
    hour: 7,
    keeps: 100,
    away: [74, 73, 72, 71],
    today: 'all',
  },
  {
    key: 'farid',
    name: 'Farid',
    timezone: 'Asia/Kuala_Lumpur',
    location: 'Kuala Lumpur',
    bio: 'Slowest reader of the group, and proud of it.',
    hour: 22,
    keeps: 82,
    away: [14, 13, 12],
    today: 'none',
  },
  {
    key: 'sam',
    name: 'Sam',
    timezone: 'Europe/London',
    location: 'Leeds',
    bio: 'Joined late, stayed for the comments.',
    hour: 13,
    keeps: 100,
    away: [],
    today: 'one',
  },
  {
    key: 'kim',
    name: 'Kim',
    timezone: 'Asia/Seoul',
    location: 'Busan',
    bio: 'One line a day is still a line.',
    hour: 19,
    keeps: 64,
    away: [6, 5, 4],
    today: 'none',
  },
  {
    key: 'olu',
    name: 'Olu',
    timezone: 'Africa/Lagos',
    location: 'Lagos',
    bio: 'Walks to every meeting that allows it.',
    hour: 18,
    keeps: 91,
    away: [50, 49, 48, 47, 46],
    today: 'all',
  },
  {
    key: 'lena',
    name: 'Lena',
    timezone: 'Europe/Berlin',
    location: 'Leipzig',
    bio: 'Has a cat that will not sit still.',
    hour: 20,
    keeps: 94,
    away: [28],
    today: 'one',
  },
  {
    key: 'jun',
    name: 'Jun',
    timezone: 'Asia/Tokyo',
    location: 'Kamakura',
    bio: 'Shoes on before eight.',
    hour: 8,
    keeps: 97,
    away: [],
    today: 'all',
  },
];
