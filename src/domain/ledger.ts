import { addDays, type LocalDay } from './days.ts';
import { LEDGER_DAYS } from './limits.ts';

export type LedgerState = 'checked' | 'rest' | 'excused' | 'missed' | 'open';
export type LedgerDay = { day: LocalDay; state: LedgerState };

export type LedgerInput = {
  today: LocalDay;
  checked: ReadonlySet<LocalDay>;
  /** Rest days spent, and those that `coveredRestDays` is about to spend. */
  rest: ReadonlySet<LocalDay>;
  excused: ReadonlySet<LocalDay>;
  /** The first day that counts: the user's, the mission's or that of joining. Earlier ones are left out. */
  from?: LocalDay | undefined;
  /** The last day that counts, of a mission. Later ones are left out. */
  to?: LocalDay | undefined;
  days?: number | undefined;
};

function stateOf(day: LocalDay, input: LedgerInput): LedgerState {
  if (input.checked.has(day)) return 'checked';
  if (day === input.today) return 'open';
  if (input.excused.has(day)) return 'excused';
  return input.rest.has(day) ? 'rest' : 'missed';
}

/**
 * The day ledger: the last `days` days (90) up to today, oldest first, each with what it was for the streak. Today
 * is open until it is checked. Decisions 3.
 */
export function buildLedger(input: LedgerInput): LedgerDay[] {
  const days = input.days ?? LEDGER_DAYS;
  return Array.from({ length: days }, (_, index) => addDays(input.today, index - days + 1))
    .filter((day) => (input.from === undefined || day >= input.from) && (input.to === undefined || day <= input.to))
    .map((day) => ({ day, state: stateOf(day, input) }));
}
