import { hasDay } from '#domain/day-bits.ts';
import { addDays, dayOf, daysBetween, type LocalDay } from '#domain/days.ts';
import type { MissionScreens, Moment, Quilt, Screens, World } from './ask.ts';
import type { Offer } from './live.ts';
import type { Letter } from './plan.ts';

export interface Disagreement {
  kind: string;
  at: string;
  who: Letter;
  mission: Letter | null;
  said: string;
}

type Report = (kind: string, said: unknown) => void;

/** Reports the screens whose value differs from the first screen's; undefined values are skipped. */
function same(report: Report, fact: string, said: Readonly<Record<string, unknown>>): void {
  const texts = Object.entries(said).flatMap(([screen, value]): [string, string][] =>
    value === undefined ? [] : [[screen, JSON.stringify(value)]],
  );
  const first = texts[0];
  if (!first) return;
  for (const [screen, text] of texts)
    if (text !== first[1]) report(`${fact}: ${first[0]} / ${screen}`, { [first[0]]: first[1], [screen]: text });
}

type States = Map<LocalDay, string>;
const statesOf = (ledger: Screens['ledger']): States => new Map(ledger.days.map(({ day, state }) => [day, state]));
const count = (states: States, ...wanted: string[]) =>
  [...states.values()].filter((one) => wanted.includes(one)).length;

/** Returns what the quilt draws on a past day, in the order in which its layers cover each other. */
function drawn({ first_day }: Quilt, row: Quilt['members'][number], day: LocalDay): string {
  const at = daysBetween(first_day, day);
  if (hasDay(row.days, at)) return 'checked';
  if (hasDay(row.away_days, at)) return 'excused';
  if (hasDay(row.free_days, at)) return 'free';
  if (row.is_yesterday_open && at === row.today - 1) return 'open';
  return hasDay(row.rest_days, at) ? 'rest' : 'missed';
}

function compareQuilt(
  report: Report,
  quilt: Quilt,
  row: Quilt['members'][number],
  states: States,
  today: LocalDay,
): void {
  for (const [day, state] of states) {
    if (day < quilt.first_day || day > quilt.last_day || day > today) continue;
    const square = drawn(quilt, row, day);
    if (day === today ? (square === 'checked') !== (state === 'checked') : square !== state)
      report(`state of a day: quilt ${square} / ledger ${state}`, day);
  }
}

function compareFacts(
  report: Report,
  screens: Screens,
  who: Letter,
  id: string,
  own: MissionScreens,
  names: World['letters'],
): void {
  const { page, ledger, completion } = own;
  const card = screens.home.missions.find((one) => one.id === id);
  const done = screens.home.completed_missions_history.find((one) => one.id === id);
  const summary = screens.summaries.find((one) => one.id === id);
  const insight = screens.insights.full?.missions.find((one) => one.mission_id === id);
  const self = page.members.find((one) => names.get(one.user_id) === who)!;
  const [state, stats] = [page.state, completion?.stats];
  same(report, `streak of a mission, ${state}`, {
    page: self.streak_days,
    ledger: ledger.streak_days,
    card: card?.streak_days,
    summary: summary?.streak_days,
  });
  const longest = { ledger: ledger.longest_streak, insights: insight?.longest_streak, completion: stats?.streak_days };
  same(report, 'longest streak of a mission', longest);
  if (ledger.longest_streak < self.streak_days) report('longest streak of a mission is below its streak', ledger);
  for (const name of ['due_today', 'needed_today'] as const)
    same(report, name, { page: page[name], card: card?.[name], summary: summary?.[name], self: self[name] });
  same(report, 'checked in today', {
    page: page.checked_in_today,
    summary: summary?.checked_in_today,
    self: self.checked_in_today,
    home: card && screens.home.checked_in_missions.includes(id),
  });
  const week = page.week && { done: page.week.done, target: page.week.target };
  same(report, 'week', {
    page: week,
    card: card?.week && { done: card.week.done, target: card.week.target },
    self: self.week,
  });
  if (week && week.done > week.target) report('week has more done than its target', week);
  same(report, 'points', {
    page: self.points,
    card: card?.points,
    summary: summary?.points,
    insights: insight?.points,
    completion: stats?.total_points,
    history: done?.points_earned,
  });
  same(report, 'check-ins', {
    page: self.checkins_count,
    card: card?.checkins_count,
    insights: insight?.checkins,
    completion: stats?.checkins_count,
    history: done?.checkins_count,
  });
  same(report, 'share', { page: self.share_since_joining, insights: insight?.share });
  for (const name of ['counted_checkins', 'planned_days'] as const)
    same(report, name, { page: page[name], card: card?.[name], history: done?.[name] });
  const shown = { completion: stats?.completion_percentage, history: done?.completion_percentage };
  same(report, 'completion percentage', shown);
  for (const name of ['extra_today', 'needed_yesterday', 'own_goals', 'can', 'last_checkin_day', 'last_day'] as const)
    same(report, name, { page: page[name], card: card?.[name] });
  const left = page.completed_at
    ? 0
    : Math.max(0, daysBetween(dayOf(new Date(screens.at), page.timezone), page.last_day) + 1);
  same(report, 'days left', {
    dates: left,
    page: page.days_remaining,
    card: card?.days_remaining,
    summary: summary?.days_remaining,
  });
}

function compareDays(
  report: Report,
  screens: Screens,
  who: Letter,
  own: MissionScreens,
  names: World['letters'],
): void {
  const { page, ledger, completion } = own;
  const states = statesOf(ledger);
  const { today } = page;
  const self = page.members.find((one) => names.get(one.user_id) === who)!;
  const yesterday = states.get(addDays(today, -1));
  const missed = count(states, 'missed', 'rest');
  if (self.share_since_joining === 100 && missed > 0) report('share is 100 beside a missed day', missed);
  if (self.share_since_joining !== null && self.share_since_joining < 100 && missed === 0 && page.counted_checkins > 0)
    report('share is below 100 without a missed day', self.share_since_joining);
  const share =
    page.counted_checkins &&
    Math.min(missed ? 99 : 100, Math.round((100 * page.counted_checkins) / (page.counted_checkins + missed)));
  same(report, 'share and missed days', { page: self.share_since_joining ?? undefined, ledger: share });
  const stats = completion?.stats;
  if (stats && self.share_since_joining !== null) {
    const whole = stats.completion_percentage;
    same(report, 'share and percentage', {
      page: self.share_since_joining,
      completion: whole === 100 ? 100 : Math.min(99, Math.round(whole)),
    });
  }
  if (page.planned_days < page.counted_checkins + missed) report('planned days: page / ledger', page.planned_days);
  const inMission = today >= page.first_day && today <= page.last_day;
  if (inMission && states.has(today)) {
    same(report, 'due today', { page: page.due_today, ledger: states.get(today) === 'open' });
    same(report, 'checked in today', { page: page.checked_in_today, ledger: states.get(today) === 'checked' });
  }
  if (page.needed_today && !page.due_today) report('needed today, but not due', page.today);
  if (page.due_today && !page.can.check_in) report('due today, but no check-in is offered', page.today);
  same(report, 'open yesterday', { page: page.needed_yesterday, ledger: yesterday === 'open' });
  if (page.needed_yesterday && !page.can.check_in_yesterday)
    report('open yesterday, but no check-in is offered', today);
  if (page.can.check_in_yesterday && yesterday === 'checked') report('yesterday is offered, but checked', today);
  const ownStates = statesOf(screens.ledger);
  for (const [day, state] of states) {
    const whole = ownStates.get(day);
    if (state === 'checked' && whole !== 'checked') report(`state of a day: mission checked / own ${whole}`, day);
    if (state === 'missed' && whole === 'rest') report('state of a day: mission missed / own rest', day);
    if (state === 'open' && whole === 'missed') report('state of a day: mission open / own missed', day);
    if (state === 'missed' && whole === 'free') report('state of a day: mission missed / own free', day);
  }
}

function compareOwn(report: Report, screens: Screens): void {
  const { me, home, ledger, insights, missions } = screens;
  const { full } = insights;
  const current = full?.runs.find((run) => run.current);
  same(report, 'own streak', {
    me: me.streak_days,
    ledger: ledger.streak_days,
    home: home.stats.streak_days,
    insights: full ? (current?.days ?? 0) : undefined,
  });
  same(report, 'own longest streak', { ledger: ledger.longest_streak, insights: full?.longest_streak });
  if (ledger.longest_streak < ledger.streak_days)
    report('own longest streak is below the streak', ledger.longest_streak);
  same(report, 'own points', { me: me.points, home: home.stats.points });
  same(report, 'own level', { me: me.level, home: home.stats.level });
  const states = statesOf(ledger);
  const pages = [...missions.values()];
  const isDue = pages.some(({ page }) => page.due_today);
  if (states.has(home.today))
    same(report, 'own due today', {
      pages: isDue,
      ledger: states.get(home.today) === 'open' || (isDue && states.get(home.today) === 'checked'),
    });
  const yesterday = addDays(home.today, -1);
  if (states.get(yesterday) === 'open' && !pages.some(({ page }) => page.needed_yesterday))
    report('own open yesterday: no mission has it', yesterday);
  for (const { from, days_checked, days_open } of insights.days) {
    const state = states.get(from);
    if (state === undefined) continue;
    if (days_checked > 0 !== (state === 'checked')) report(`state of a day: insights / own ${state}, checked`, from);
    const isOpen = state === 'checked' || state === 'missed' || state === 'rest';
    if (from < home.today && days_open > 0 !== isOpen)
      report(`state of a day: insights ${days_open ? 'asked for' : 'not asked for'} / own ${state}`, from);
  }
  const checked = new Set(home.quilt.map(({ day }) => day));
  for (const [day, state] of states)
    if (checked.has(day) !== (state === 'checked')) report(`state of a day: home / own ${state}`, day);
  const counts = current && { rest: current.rest_days, excused: current.excused_days };
  const within = [...states]
    .filter(([day]) => current && day >= current.from && day <= current.to)
    .map(([, state]) => state);
  const counted = counts && {
    rest: within.filter((one) => one === 'rest').length,
    excused: within.filter((one) => one === 'excused').length,
  };
  if (counts) same(report, 'bridged days of the current streak', { insights: counts, ledger: counted });
}

function compareOthers(report: Report, letter: Letter, who: Letter, { people }: Moment, names: World['letters']): void {
  const self = people
    .get(who)!
    .missions.get(letter)!
    .page.members.find((one) => names.get(one.user_id) === who)!;
  for (const { missions } of people.values()) {
    const page = missions.get(letter)?.page;
    const other = page?.members.find((one) => names.get(one.user_id) === who);
    if (!other) continue;
    for (const name of [
      'streak_days',
      'checkins_count',
      'checked_in_today',
      'due_today',
      'needed_today',
      'week',
      'away_until',
    ] as const)
      same(report, `what others see, ${name}`, { self: self[name], other: other[name] });
    for (const name of ['points', 'share_since_joining'] as const)
      if (other[name] !== null) same(report, `what others see, ${name}`, { self: self[name], other: other[name] });
  }
}

function compareStillOut(report: Report, { today }: Screens, { people }: Moment, names: World['letters']): void {
  for (const { mission_id, user_id } of today.still_out) {
    const own = people.get(names.get(user_id)!)!.missions.get(names.get(mission_id)!);
    if (!own?.page.needed_today) report('still out: needs no check-in', names.get(user_id));
  }
}

/** Reports refused check-ins that a page offered, and counted ones that it did not offer. */
export function compareOffers(offers: readonly Offer[]): Disagreement[] {
  return offers
    .filter(({ offered, taken }) => (offered ? taken === null : taken === 'counts'))
    .map(({ at, who, mission, day, offered }) => {
      const kind = offered ? `${day} is offered, but refused` : `${day} is not offered, but taken and counts`;
      return { kind, at, who, mission, said: day };
    });
}

export function findDisagreements(moment: Moment, { letters }: World): Disagreement[] {
  const found: Disagreement[] = [];
  for (const [who, screens] of moment.people) {
    const reportIn = (mission: Letter | null) => (kind: string, said: unknown) =>
      found.push({ kind, at: moment.at, who, mission, said: JSON.stringify(said) });
    compareOwn(reportIn(null), screens);
    compareStillOut(reportIn(null), screens, moment, letters);
    for (const [letter, own] of screens.missions) {
      const report = reportIn(letter);
      compareFacts(report, screens, who, own.page.id, own, letters);
      compareDays(report, screens, who, own, letters);
      compareOthers(report, letter, who, moment, letters);
      const quilt = moment.quilts.get(letter)!;
      const row = quilt.members.find((one) => letters.get(one.user_id) === who)!;
      compareQuilt(report, quilt, row, statesOf(own.ledger), own.page.today);
      same(report, 'open yesterday', { page: own.page.needed_yesterday, quilt: row.is_yesterday_open });
    }
  }
  return found;
}
