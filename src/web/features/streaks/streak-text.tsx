import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { LocalDay } from '#domain/days.ts';
import { IDLE_DAYS_MAX, LEDGER_DAYS } from '#domain/limits.ts';
import type { MessageKey, RichValues } from '#platform/i18n/translate.ts';
import { dayMonth, longDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, within } from '#platform/web/lib/language.ts';
import { findRun, type Ledger, type StreakRun } from './ledger.ts';

const b = within('strong');

/** A sentence with the separator after it. */
const sentence = <K extends MessageKey>(t: ScreenTranslate, key: K, values: RichValues<K, ReactNode>): ReactElement => (
  <Fragment key={key}>
    {t.rich(key, values)}
    {t('app.streaks.ledger.between')}
  </Fragment>
);

function startText(t: ScreenTranslate, run: StreakRun, days: number): ReactElement {
  if (run.began_before)
    // With rest days, a shorter streak can reach as far back. And "a" does not fit before "800".
    return days > LEDGER_DAYS && days < 800
      ? sentence(t, 'app.streaks.why.longer', { days, shown: LEDGER_DAYS, b })
      : sentence(t, 'app.streaks.why.before', { days, shown: LEDGER_DAYS, b });
  const day = longDay(run.from);
  if (days === 1) return sentence(t, 'app.streaks.why.began', { day, b });
  const bridged =
    run.isOpen || [run.rest, run.excused, run.pauses, run.free, run.waiting].some(({ length }) => length > 0);
  if (!bridged) return sentence(t, 'app.streaks.why.in_a_row', { days, day, b });
  return sentence(t, 'app.streaks.why.since', { days, day, b });
}

function daysText(t: ScreenTranslate, kind: 'saved' | 'travel', days: readonly LocalDay[]): ReactElement | null {
  const [first, second] = days.map((day) => dayMonth(day));
  if (!first) return null;
  if (!second) return sentence(t, `app.streaks.${kind}.one`, { day: first, b });
  if (days.length === 2) return sentence(t, `app.streaks.${kind}.two`, { first, second, b });
  return sentence(t, `app.streaks.${kind}.more`, { days: days.length, day: dayMonth(days.at(-1)!), b });
}

function pauseText(t: ScreenTranslate, pauses: StreakRun['pauses']): ReactElement | null {
  const last = pauses.at(-1);
  if (!last) return null;
  const { length: count } = pauses;
  const [from, to] = [dayMonth(last.from_day), dayMonth(last.to_day)];
  if (count === 1)
    return from === to
      ? sentence(t, 'app.streaks.pauses.day', { day: from, b })
      : sentence(t, 'app.streaks.pauses.range', { from, to, b });
  return from === to
    ? sentence(t, 'app.streaks.pauses.more_day', { count, day: from, b })
    : sentence(t, 'app.streaks.pauses.more_range', { count, from, to, b });
}

function waitingText(t: ScreenTranslate, days: readonly LocalDay[]): ReactElement | null {
  const [first, second] = days.map((day) => dayMonth(day));
  if (!first) return null;
  if (!second) return sentence(t, 'app.streaks.held.one', { day: first, b });
  return sentence(t, 'app.streaks.held.two', { first, second, b });
}

function ruleText(t: ScreenTranslate, { rest, waiting, excused, pauses, free }: StreakRun): ReactElement | null {
  const saved = rest.length + waiting.length > 0;
  const off = excused.length + pauses.length + free.length > 0;
  if (saved && off) return sentence(t, 'app.streaks.rules.both', {});
  if (saved) return sentence(t, 'app.streaks.rules.saved', {});
  return off ? sentence(t, 'app.streaks.rules.off', {}) : null;
}

/** Returns true if too many free days ended the last streak, not a missed day. */
function endedIdle(days: Ledger['days']): boolean {
  const since = days.slice(days.findLastIndex(({ state }) => state === 'checked') + 1);
  const free = since.filter(({ state }) => state === 'free').length;
  return free > IDLE_DAYS_MAX && !since.some(({ state }) => state === 'missed');
}

function noStreakText(t: ScreenTranslate, { days, longest_streak }: Ledger): ReactElement[] {
  if (longest_streak === 0 && !days.some((entry) => entry.state === 'checked'))
    return [sentence(t, 'app.streaks.next.first', {})];
  return [
    endedIdle(days) ? sentence(t, 'app.streaks.next.idle', {}) : sentence(t, 'app.streaks.next.new', {}),
    ...(longest_streak > 0 ? [sentence(t, 'app.streaks.next.longest', { days: longest_streak, b })] : []),
  ];
}

/** The count includes an open yesterday only after its own check-in. */
const nextText = (t: ScreenTranslate, { isOpen }: StreakRun, days: number): ReactElement =>
  isOpen
    ? sentence(t, 'app.streaks.next.both', { days: days + 2, b })
    : sentence(t, 'app.streaks.next.today', { days: days + 1, b });

export function streakText(t: ScreenTranslate, ledger: Ledger): ReactElement[] {
  const { streak_days, days } = ledger;
  if (streak_days === 0) return noStreakText(t, ledger);
  const run = findRun(ledger);
  // After travel to the west, the check-in that carries the streak can be on a day still to come.
  if (!run) return [sentence(t, 'app.streaks.why.is', { days: streak_days, b })];
  const isOpen = days.at(-1)?.state === 'open' && (run.began_before || run.checked === streak_days);
  return [
    startText(t, run, streak_days),
    daysText(t, 'saved', run.rest),
    daysText(t, 'travel', run.excused),
    pauseText(t, run.pauses),
    waitingText(t, run.waiting),
    ruleText(t, run),
    run.isOpen ? sentence(t, 'app.streaks.next.yesterday', { b }) : null,
    isOpen ? nextText(t, run, streak_days) : null,
  ].filter((one) => one !== null);
}
