import { hasDay } from '#domain/day-bits.ts';
import { addDays, daysBetween } from '#domain/days.ts';
import type { Moment, OwnCheckins, Quilt, Screens } from './ask.ts';
import { DAYS, type Letter, START } from './plan.ts';

export type Value = string | number | boolean | null;
/** Values by `screen person mission field`; a dash means no person or no mission. */
export type Facts = Map<string, Value>;

type Names = ReadonlyMap<string, Letter>;
type Fields = Readonly<Record<string, unknown>>;

const LETTERS = { checked: 'c', free: 'f', excused: 'e', rest: 'r', missed: 'm', open: 'o' } as const;

const CARD = [
  ...['points', 'streak_days', 'checkins_count', 'level', 'goal_progress', 'started', 'state', 'days_remaining'],
  ...['last_day', 'last_checkin_day', 'counted_checkins', 'planned_days', 'due_today', 'needed_today'],
  ...['needed_yesterday', 'own_goals', 'extra_today', 'week', 'can'],
];
const PAGE = [...CARD, 'checked_in_today', 'today', 'together'];
const SUMMARY = [
  'state',
  'days_remaining',
  'today',
  'due_today',
  'needed_today',
  'checked_in_today',
  'points',
  'streak_days',
];
const MEMBER = [
  ...['points', 'streak_days', 'checkins_count', 'share_since_joining', 'checked_in_today', 'due_today'],
  ...['needed_today', 'week', 'away_until'],
];
const DONE = ['points_earned', 'checkins_count', 'counted_checkins', 'planned_days', 'completion_percentage'];
const LEDGER = ['streak_days', 'longest_streak', 'rest_days'];
const CAN = new Set(['check_in', 'check_in_yesterday', 'complete']);

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Adds selected fields of a response. An object's fields become `name.field`. Of `can`, only fields that depend on days
 * remain.
 */
function addFields(facts: Facts, path: string, answer: Fields, names: readonly string[]): void {
  for (const name of names) {
    const value = answer[name];
    if (value === undefined) continue;
    if (!isFields(value)) facts.set(`${path} ${name}`, value as Value);
    else
      for (const [key, inner] of Object.entries(value))
        if (name !== 'can' || CAN.has(key)) facts.set(`${path} ${name}.${key}`, inner as Value);
  }
}

function addLedger(facts: Facts, path: string, ledger: Screens['ledger']): void {
  addFields(facts, path, ledger, LEDGER);
  const letters = ledger.days.map(({ state }) => LETTERS[state]).join('');
  facts.set(`${path} days`, ledger.days.length === 0 ? '' : `${ledger.days[0]!.day}:${letters}`);
}

function addMe(facts: Facts, who: Letter, { me, home, today }: Screens, names: Names): void {
  addFields(facts, `me ${who} -`, me, ['points', 'level', 'streak_days']);
  addFields(facts, `home ${who} -`, { ...home.stats, today: home.today }, ['level', 'points', 'streak_days', 'today']);
  const letters = (ids: readonly string[]) =>
    ids
      .map((id) => names.get(id)!)
      .sort()
      .join('');
  facts.set(`home ${who} - checked_in_missions`, letters(home.checked_in_missions));
  facts.set(`home ${who} - pause`, home.pause?.to_day ?? null);
  facts.set(`home ${who} - next_pause`, home.next_pause?.from_day ?? null);
  const counts = new Map(home.quilt.map(({ day, count }) => [day, count]));
  const row = Array.from({ length: DAYS + 2 }, (_, at) => (counts.get(addDays(START, at - 1)) ?? 0).toString(36));
  facts.set(`home ${who} - quilt`, `${addDays(START, -1)}:${row.join('')}`);
  const out = today.still_out.map((one) => `${names.get(one.mission_id)}${names.get(one.user_id)}`).sort();
  facts.set(`today ${who} - still_out`, out.join(' '));
}

function addMissions(facts: Facts, who: Letter, screens: Screens, names: Names): void {
  const { home, summaries, missions } = screens;
  for (const card of home.missions) addFields(facts, `card ${who} ${names.get(card.id)}`, card, CARD);
  for (const card of home.completed_missions_history) addFields(facts, `done ${who} ${names.get(card.id)}`, card, DONE);
  for (const one of summaries) addFields(facts, `summary ${who} ${names.get(one.id)}`, one, SUMMARY);
  for (const [letter, { page, ledger, completion }] of missions) {
    addFields(facts, `page ${who} ${letter}`, page, PAGE);
    if (page.quiet_members) {
      const quiet = page.quiet_members.map(({ user_id, days }) => `${names.get(user_id)}${days}`);
      facts.set(`page ${who} ${letter} quiet_members`, quiet.sort().join(' '));
    }
    const self = page.members.find(({ user_id }) => names.get(user_id) === who)!;
    addFields(facts, `self ${who} ${letter}`, self, MEMBER);
    addLedger(facts, `ledger ${who} ${letter}`, ledger);
    if (!completion) continue;
    const path = `completion ${who} ${letter}`;
    addFields(facts, path, { ...completion.stats, rank: completion.rank }, [...Object.keys(completion.stats), 'rank']);
    facts.set(
      `${path} badges`,
      completion.badges
        .map(({ icon }) => icon)
        .sort()
        .join(' '),
    );
    const earned = completion.reward?.earned_by.map(({ user_id }) => names.get(user_id)!) ?? [];
    facts.set(`${path} earned_by`, earned.sort().join(''));
  }
}

/** Adds the members' rows as the first viewer by letter sees them. */
function addMembers(facts: Facts, { people, quilts }: Moment, names: Names): void {
  for (const [letter, quilt] of quilts) {
    const viewer = [...people.values()].find(({ missions }) => missions.has(letter))!;
    const { page } = viewer.missions.get(letter)!;
    for (const member of page.members)
      addFields(facts, `member ${names.get(member.user_id)} ${letter}`, member, MEMBER);
    addQuilt(facts, letter, quilt, names);
  }
}

function addQuilt(facts: Facts, letter: Letter, { first_day, last_day, members }: Quilt, names: Names): void {
  const length = daysBetween(first_day, last_day) + 1;
  for (const row of members) {
    const path = `quilt ${names.get(row.user_id)} ${letter}`;
    addFields(facts, path, row, ['joined', 'today', 'is_yesterday_open']);
    for (const name of ['days', 'rest_days', 'free_days', 'away_days'] as const) {
      const bits = Array.from({ length }, (_, day) => Number(hasDay(row[name], day)));
      facts.set(`${path} ${name}`, `${first_day}:${bits.join('')}`);
    }
  }
}

function addInsights(facts: Facts, who: Letter, { insights }: Screens, names: Names): void {
  const path = `insights ${who}`;
  const figures = ['checkins', 'days_open', 'days_checked'];
  addFields(facts, `${path} -`, insights, ['from', 'to', ...figures, 'best_weekday', 'hardest_weekday']);
  for (const row of insights.weekdays) addFields(facts, `${path} - weekday${row.weekday}`, row, figures);
  for (const row of insights.days)
    facts.set(`${path} - day ${row.from}`, `${row.checkins} ${row.days_checked} ${row.days_open}`);
  const { full } = insights;
  if (!full) return;
  facts.set(`${path} - longest_streak`, full.longest_streak);
  for (const name of ['weeks', 'months'] as const)
    for (const row of full[name]) addFields(facts, `${path} - ${name} ${row.from}`, row, figures);
  for (const run of full.runs)
    facts.set(
      `${path} - run ${run.from}`,
      `${run.to} ${run.days} ${run.rest_days} ${run.excused_days} ${run.current ? 'current' : 'over'}`,
    );
  for (const one of full.missions)
    addFields(facts, `${path} ${names.get(one.mission_id)}`, one, [
      'state',
      'checkins',
      'points',
      'longest_streak',
      'share',
    ]);
  for (const one of full.owned) {
    const own = `health ${who} ${names.get(one.mission_id)}`;
    addFields(facts, own, { ...one.counts }, Object.keys(one.counts));
    for (const level of ['carrying', 'drifting', 'away'] as const)
      for (const { user_id, recent_checked, recent_open, earlier_checked, earlier_open } of one[level])
        facts.set(
          `${own} ${names.get(user_id)}`,
          `${recent_checked} ${recent_open} ${earlier_checked} ${earlier_open}`,
        );
  }
}

/** Keeps the parts of responses that depend on days: numbers, days, flags and states. */
export function toFacts(moment: Moment, names: Names): Facts {
  const facts: Facts = new Map();
  for (const [who, screens] of moment.people) {
    addMe(facts, who, screens, names);
    addLedger(facts, `ledger ${who} -`, screens.ledger);
    addMissions(facts, who, screens, names);
    addInsights(facts, who, screens, names);
  }
  addMembers(facts, moment, names);
  return facts;
}

export function addCheckins(facts: Facts, who: Letter, checkins: OwnCheckins, names: Names): void {
  for (const one of checkins) {
    const flags = [one.is_extra && 'extra', one.is_late && 'late', one.is_comeback && 'comeback'].filter(Boolean);
    const path = `checkin ${who} ${names.get(one.mission_id)} ${one.local_day}`;
    facts.set(path, [one.points_earned, ...flags].join(' '));
  }
}
