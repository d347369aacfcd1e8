import { addDays, type LocalDay } from './days.ts';
import { LEDGER_DAYS } from './limits.ts';

export const LEDGER_STATES = ['checked', 'rest', 'excused', 'free', 'missed', 'open'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
export type LedgerDay = { day: LocalDay; state: LedgerState };

export type LedgerInput = {
  today: LocalDay;
  checked: ReadonlySet<LocalDay>;
  /** Rest days that were spent, and those of `coveredRestDays` that are about to be. */
  rest: ReadonlySet<LocalDay>;
  /** Days of travel and days of breaks. */
  excused: ReadonlySet<LocalDay>;
  /** Days that no schedule wanted; today among them if nothing is due. */
  free?: ReadonlySet<LocalDay> | undefined;
  /** Yesterday was missed, but can still be checked in. */
  is_yesterday_open?: boolean | undefined;
  /** Days of breaks alone: today is one of them from its beginning on, while a day of travel is closed first. */
  paused?: ReadonlySet<LocalDay> | undefined;
  /**
   * The first day that counts: the first of the user or the mission, or the day of joining. Earlier days are left out.
   */
  from?: LocalDay | undefined;
  /** The last day that counts, the last of the mission. Later days are left out. */
  to?: LocalDay | undefined;
  /** Whether today takes no check-in any more, as in a completed mission: then it is over. */
  is_today_over?: boolean | undefined;
  /** How many days to list, 90 unless given. */
  days?: number | undefined;
};

function stateOf(day: LocalDay, input: LedgerInput): LedgerState {
  if (input.checked.has(day)) return 'checked';
  if (day === input.today && input.paused?.has(day)) return 'excused';
  if (day === input.today && !input.is_today_over) return input.free?.has(day) ? 'free' : 'open';
  if (input.excused.has(day)) return 'excused';
  if (input.free?.has(day)) return 'free';
  if (input.is_yesterday_open && day === addDays(input.today, -1)) return 'open';
  return input.rest.has(day) ? 'rest' : 'missed';
}

/**
 * The day ledger: the last `days` days up to today, oldest first, each with the reason it did or did not extend the
 * streak. Today is `open` until it is checked, unless it is in a break or nothing is due; so is a missed yesterday that can
 * still be checked in. See docs/rules.md#streaks.
 */
export function buildLedger(input: LedgerInput): LedgerDay[] {
  const days = input.days ?? LEDGER_DAYS;
  return Array.from({ length: days }, (_, index) => addDays(input.today, index - days + 1))
    .filter((day) => (input.from === undefined || day >= input.from) && (input.to === undefined || day <= input.to))
    .map((day) => ({ day, state: stateOf(day, input) }));
}
