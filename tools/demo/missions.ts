import type { ChosenPatch } from '#domain/patch-names.ts';
import type { Schedule } from '#domain/schedule.ts';

/** A mission of the demo. The first of `members` owns it; a late joiner has the number of days before today. */
export interface DemoMission {
  readonly title: string;
  readonly patch: ChosenPatch;
  readonly description: string;
  readonly goal: string;
  readonly reward_description: string | null;
  readonly duration_days: number;
  /** Every day if left out. */
  readonly schedule?: Schedule;
  /** Its start, in days before today. */
  readonly began: number;
  readonly level_goal: number | null;
  readonly streak_goal: number | null;
  readonly members: readonly (string | readonly [key: string, joinedAgo: number])[];
  /** How many days after its end the owner completed it; missing if not completed. */
  readonly completed_after?: number;
  readonly texts: readonly string[];
}

export const INVITATION = {
  mission: 'Run by the river',
  from: 'jun',
  to: 'aisyah',
  message: 'You said you run when nobody is looking. Out here it is just us and the heron.',
} as const;

export const MISSIONS: readonly DemoMission[] = [
  {
    title: 'Read 20 pages before bed',
    patch: { motif: 'book', palette: 'ember', outline: 'round' },
    description:
      '<p>Phones in the kitchen, one lamp, <strong>any book that is not work</strong>.</p><ul><li><p>Comics count</p></li><li><p>Audiobooks count on buses</p></li></ul>',
    goal: 'Two books each before the month is out',
    reward_description: 'Ramen night, slowest reader pays',
    duration_days: 30,
    began: 18,
    level_goal: 3,
    streak_goal: 24,
    members: ['aisyah', 'mei.ling', 'farid', ['sam', 8], 'kim'],
    texts: [
      'Chapter nine by the window. The rain did half the work.',
      'Twelve pages on the bus and eight in bed. Counting it.',
      'Fell asleep on page 21. Worth it.',
      "Couldn't stop, so forty pages. I'll pay for it tomorrow.",
      'Slow going, but the plot has finally moved to the sea.',
      'Started a new one. The first sentence alone was worth staying up for.',
    ],
  },
  {
    title: 'One sketch a day',
    patch: { motif: 'pencil', palette: 'lake', outline: 'square' },
    description: '<p>Five minutes with any pen. <em>Bad sketches are the point.</em></p>',
    goal: 'A wall full of small drawings',
    reward_description: 'A small show in the hallway',
    duration_days: 60,
    began: 20,
    level_goal: 4,
    streak_goal: 48,
    members: ['aisyah', 'olu', 'kim', 'lena'],
    texts: [
      "The cat wouldn't sit still.",
      'Drew my own shoes again. They are getting better.',
      'Two lines and a shadow, and it looks like the bus stop.',
      'Hands. Who came up with hands?',
      'Used the left one, on purpose.',
    ],
  },
  {
    title: 'Run by the river',
    patch: { motif: 'shoe', palette: 'pine', outline: 'shield' },
    description: '<p>Any distance, shoes on before eight.</p>',
    goal: 'Ten kilometers together, wherever each of us is',
    reward_description: null,
    duration_days: 21,
    schedule: { kind: 'weekly', times: 3 },
    began: 6,
    level_goal: 2,
    streak_goal: 7,
    members: ['jun', 'mei.ling', 'sam'],
    texts: [
      'Fog on the water and nobody else out.',
      'Three slow kilometers, and a heron.',
      'Rain, then sun, then rain. Still went.',
      'Legs like wood. Went anyway.',
    ],
  },
  {
    title: 'Walk 8,000 steps',
    patch: { motif: 'steps', palette: 'lagoon', outline: 'round' },
    description:
      '<p>The lunch loop counts double in spirit.</p><ol><li><p>Walk</p></li><li><p>Look up</p></li><li><p>Say what you saw</p></li></ol>',
    goal: 'Half a year of going outside',
    reward_description: 'A long weekend walk, all of us',
    duration_days: 180,
    began: 120,
    level_goal: 7,
    streak_goal: 100,
    members: ['mei.ling', 'olu', 'lena', 'farid', 'aisyah'],
    texts: [
      'Lunch loop, twice.',
      'Took the stairs all day. My knees have filed a complaint.',
      'Walked home the long way and found a bakery.',
      'Ten thousand by accident. Forgot my keys.',
      'Counted every lamp post between here and the market.',
      'Called my mom and walked until she was done talking.',
    ],
  },
  {
    title: 'A month without sugar',
    patch: { motif: 'apple', palette: 'berry', outline: 'round' },
    description: '<p>Fruit counts as fruit.</p>',
    goal: 'Thirty days, no sweets',
    reward_description: 'Lena bakes, just once',
    duration_days: 30,
    began: 22,
    level_goal: 3,
    streak_goal: 24,
    members: ['lena', 'aisyah', 'olu'],
    texts: [
      'Walked past the bakery twice. On purpose.',
      'Birthday in the office. Ate the strawberries off the cake.',
      'Black coffee is growing on me.',
    ],
  },
  {
    title: 'Ten words of Arabic',
    patch: { motif: 'speech', palette: 'plum', outline: 'square' },
    description: '<p>Ten new words, said out loud to someone who <em>laughs with you</em>.</p>',
    goal: 'Order a coffee without pointing',
    reward_description: 'Knafeh for everyone',
    duration_days: 21,
    began: 52,
    level_goal: 3,
    streak_goal: 14,
    members: ['mei.ling', 'aisyah', 'farid'],
    completed_after: 1,
    texts: [
      'Qahwa, sukkar, shukran. That is a whole morning.',
      'Moon is qamar, and I keep saying camera.',
      'Counted to twenty on the stairs.',
      'The baker answered. In English, but he smiled.',
    ],
  },
  {
    title: 'No phones at dinner',
    patch: { motif: 'phone', palette: 'slate', outline: 'shield' },
    description: '<p>The basket by the door takes them all.</p>',
    goal: 'Fourteen dinners with nobody looking down',
    reward_description: "Board games at Farid's",
    duration_days: 14,
    began: 16,
    level_goal: 2,
    streak_goal: 11,
    members: ['aisyah', 'farid', 'mei.ling'],
    texts: [
      'The basket rang three times. Nobody moved.',
      'We talked about the moon for an hour.',
      'Dad put his own phone in first.',
    ],
  },
];
