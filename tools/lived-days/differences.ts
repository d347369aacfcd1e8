import { addDays, daysBetween } from '#domain/days.ts';
import type { Context } from './compare.ts';
import {
  findTakenSince,
  hasEditedDays,
  hasEnded,
  hasLeft,
  hasMovedBefore,
  hasOpenYesterday,
  hasReturned,
  isHigher,
  isNearMove,
  ownDay,
  readLetter,
} from './conditions.ts';

type Rule = `R${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}` | `defect: ${string}`;

/** An intended difference from the recording. `field` is matched against `screen field`. */
export interface Explanation {
  rule: Rule;
  field: RegExp;
  when: (context: Context) => boolean;
}

/** Screens and events that show a streak, in a mission or over all missions. */
const STREAK =
  /^(card|summary|page|self|member|ledger|me|home|insights|receipt|completion) (mission_)?(streak_days|longest_streak)$/;
const LEDGER_DAYS = /^ledger days$/;
const INSIGHTS =
  /^insights (run|day|weeks|months|weekday\d|days_open|days_checked|longest_streak|best_weekday|hardest_weekday)/;
const CODES = { R2: 'yesterday_after_move', R3: 'already_checked_in', R4: 'checkin_too_old' } as const;

/** A rule that accepts more check-ins: the receipt itself, then everything that the check-in changes. */
const takesMore = (rule: keyof typeof CODES): Explanation => ({
  rule,
  field: /./,
  when: (context) => findTakenSince(context, CODES[rule]),
});

/** Idle days of the person's own streak. The limit was 21 in a row for most lives; now it is 42. */
const idleDays = (context: Context): boolean => {
  const days = context.lived.asked[context.instant]?.get(`ledger ${context.who} - days`);
  return typeof days === 'string' && /f{21}/.test(days);
};

const DIFFERENCES: readonly Explanation[] = [
  takesMore('R2'),
  takesMore('R3'),
  takesMore('R4'),
  // An attempt for yesterday soon after a zone change can now have another refusal.
  {
    rule: 'R2',
    field: /^receipt refused$/,
    when: ({ before, now }) => before === CODES.R2 && now !== undefined,
  },
  { rule: 'R4', field: /^receipt refused$/, when: ({ before, now }) => before === CODES.R4 && now !== undefined },
  { rule: 'R1', field: STREAK, when: (context) => context.mission === '-' && isHigher(context) && idleDays(context) },
  // Yesterday closes on the day of a zone change, no longer for 24 hours.
  {
    rule: 'R2',
    field: /(can\.check_in_yesterday|needed_yesterday|is_yesterday_open)$/,
    when: isNearMove,
  },
  {
    rule: 'R2',
    field: LEDGER_DAYS,
    when: (context) =>
      isNearMove(context) && context.day === addDays(ownDay(context), -1) && isSwap(context, 'mr', 'o'),
  },
  { rule: 'R2', field: STREAK, when: (context) => isNearMove(context) && isHigher(context) },
  { rule: 'R2', field: /^ledger rest_days$|^quilt rest_days$|^self share|^insights |^member share/, when: isNearMove },
  // After a flight west, the latest check-in can be of tomorrow while today is free.
  {
    rule: 'R3',
    field: /(checked_in_today|can\.check_in|due_today|needed_today|extra_today|checked_in_missions|still_out)$/,
    when: (context) => hasMovedBefore(context),
  },
  {
    rule: 'R5',
    field: /(share_since_joining|share)$/,
    when: ({ before, now, ...context }) => before === 100 && now !== 100 && readLetter(context as Context, /[mr]/),
  },
  { rule: 'R5', field: /completion_percentage$|badges$/, when: (context) => readLetter(context, /[mr]/) },
  // The first check-ins of a week count by day, no longer by arrival.
  { rule: 'R5', field: /^health \w$/, when: ({ before, now }) => hasSameSums(before, now) },
  { rule: 'R5', field: / week\.target$/, when: ({ before, now }) => Number(now) > Number(before) },
  {
    rule: 'R6',
    field:
      /(counted_checkins|planned_days|share_since_joining|share|completion_percentage|goal_progress|badges|earned_by|together\.\w+)$/,
    when: hasEditedDays,
  },
  { rule: 'R7', field: STREAK, when: (context) => context.mission !== '-' && hasEnded(context) && isHigher(context) },
  { rule: 'R7', field: LEDGER_DAYS, when: (context) => hasEnded(context) && isSwap(context, 'm', 'r') },
  {
    rule: 'R7',
    field: /^quilt rest_days$|^ledger rest_days$/,
    when: (context) => context.mission !== '-' && hasEnded(context),
  },
  { rule: 'R8', field: /^receipt (is_comeback|milestone)$/, when: () => true },
  {
    rule: 'R8',
    field: /^checkin /,
    when: ({ before, now }) => String(before).replace(' comeback', '') === String(now).replace(' comeback', ''),
  },
  {
    rule: 'R9',
    field: /days_remaining$/,
    when: ({ before, now }) => Math.abs(Number(before) - Number(now)) === 1 && Number(now) >= 0,
  },
  // A mission's streak has its own rest days, so it can only be longer, and a missed day can be saved.
  {
    rule: 'R10',
    field: STREAK,
    when: (context) => isHigher(context) && (context.mission !== '-' || context.screen === 'receipt'),
  },
  { rule: 'R10', field: LEDGER_DAYS, when: (context) => context.mission !== '-' && isSwap(context, 'm', 'r') },
  { rule: 'R10', field: /^ledger rest_days$|^quilt rest_days$/, when: (context) => context.mission !== '-' },
  { rule: 'R10', field: /^receipt rest_days_used$/, when: () => true },
  { rule: 'R10', field: /^(mail|push) numbers$/, when: ({ before, now }) => Number(now || 0) >= Number(before || 0) },
  {
    rule: 'R10',
    field: /^(card|page) goal_progress$|^completion (badges|earned_by)$/,
    when: ({ before, now }) => String(now).length >= String(before).length,
  },
  {
    rule: 'defect: a best streak below the streak',
    field: /longest_streak$/,
    when: (context) => isHigher(context) && Number(context.before) < Number(readStreak(context)),
  },
  {
    rule: 'defect: insights count an open yesterday',
    field: INSIGHTS,
    when: (context) => hasOpenYesterday(context, context.who),
  },
  {
    rule: 'defect: insights count an open yesterday',
    field: /^insights to$/,
    when: (context) => String(context.now) < String(context.before) && hasOpenYesterday(context, context.who),
  },
  // Without any day to count, the insights start a year ago and end today.
  {
    rule: 'defect: insights count an open yesterday',
    field: /^insights (from|to)$/,
    when: ({ who, read, ...context }) =>
      read(`insights ${who} - days_open`).now === 0 && hasOpenYesterday({ who, read, ...context }, who),
  },
  {
    rule: 'defect: insights count an open yesterday',
    field: /^health /,
    when: (context) =>
      context.plan.people.some(({ letter }) => {
        const isMeant = context.field.length > 1 || context.field === letter;
        return isMeant && hasOpenYesterday(context, letter, context.mission);
      }),
  },
  {
    rule: 'defect: quilt and ledger about saved and open days',
    field: /^quilt (rest_days|is_yesterday_open)$/,
    when: (context) => context.day === null || (context.now === '1') === (letterOn(context) === 'r'),
  },
  {
    rule: 'defect: insights forget what a mission asked for before it was left',
    field: INSIGHTS,
    when: (context) => context.mission === '-' && hasLeft(context),
  },
  {
    rule: 'defect: insights forget what a mission asked for before it was left',
    field: /^insights (from|to)$/,
    when: ({ before, now, field, ...context }) =>
      (field === 'to' ? String(now) > String(before) : String(now) < String(before)) &&
      hasLeft({ before, now, field, ...context }),
  },
  {
    rule: 'defect: today is open for a mission that was left today',
    field: LEDGER_DAYS,
    when: (context) =>
      context.mission === '-' && context.day === ownDay(context) && isSwap(context, 'o', 'f') && hasLeft(context),
  },
  { rule: 'defect: the weekly mail after a return', field: /^digest /, when: hasReturned },
];

const readStreak = ({ screen, who, mission, read }: Context) =>
  read(`${screen === 'insights' ? 'ledger' : screen} ${who} ${mission} streak_days`).now ?? 0;

/** Returns true if a day changed from one of the letters in `from` to one of the letters in `to`. */
function isSwap({ before, now }: Context, from: string, to: string): boolean {
  return typeof before === 'string' && typeof now === 'string' && from.includes(before) && to.includes(now);
}

/** Returns true if two windows, as `checked open checked open`, have the same sums. */
function hasSameSums(before: unknown, now: unknown): boolean {
  const sums = [before, now].map((text) => {
    const [recentChecked, recentOpen, earlierChecked, earlierOpen] = String(text).split(' ').map(Number);
    return `${recentChecked! + earlierChecked!} ${recentOpen! + earlierOpen!}`;
  });
  return sums[0] === sums[1];
}

function letterOn({ who, mission, day, read }: Context): string | undefined {
  const [from, letters] = String(read(`ledger ${who} ${mission} days`).now ?? ':').split(':') as [string, string];
  return day === null || from === '' ? undefined : letters[daysBetween(from, day)];
}

export const explain = (context: Context): Explanation | undefined =>
  DIFFERENCES.find(({ field, when }) => field.test(`${context.screen} ${context.field}`) && when(context));
