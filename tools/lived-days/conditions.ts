import { dayOf, type LocalDay } from '#domain/days.ts';
import type { Context } from './compare.ts';
import type { Letter } from './plan.ts';

const HOUR = 3_600_000;

const movesOf = ({ plan, who, at }: Context) =>
  plan.actions.filter((action) => action.do === 'move' && action.who === who && action.at <= at);

/** Returns the day on the person's own clock at the difference's instant. */
export function ownDay(context: Context): LocalDay {
  const home = context.plan.people.find(({ letter }) => letter === context.who)?.zone ?? 'UTC';
  const move = movesOf(context).at(-1);
  return dayOf(new Date(context.at), move?.do === 'move' ? move.zone : home);
}

/** Returns true if the person changed zone within the last two days. */
export const isNearMove = (context: Context): boolean =>
  movesOf(context).some(({ at }) => Date.parse(context.at) - Date.parse(at) < 48 * HOUR);

/** Returns true if the person, or for a shared field anyone, changed zone within the last three days. */
export const hasMovedBefore = (context: Context): boolean => {
  const { plan, at, who, field } = context;
  return plan.actions.some(
    (action) =>
      action.do === 'move' &&
      (action.who === who || field === 'still_out') &&
      action.at <= at &&
      Date.parse(at) - Date.parse(action.at) < 72 * HOUR,
  );
};

/** Returns true if someone can still check in for yesterday, in any mission or in this one. */
export const hasOpenYesterday = ({ read, lived, instant }: Context, who: Letter, mission?: Letter): boolean =>
  mission === undefined
    ? [...lived.asked[instant]!].some(([path, value]) => value === true && isOpenYesterday(path, who))
    : read(`quilt ${who} ${mission} is_yesterday_open`).now === true;

const isOpenYesterday = (path: string, who: Letter) =>
  path.startsWith(`quilt ${who} `) && path.endsWith(' is_yesterday_open');

export const isHigher = ({ before, now }: Context): boolean =>
  typeof before === 'number' && typeof now === 'number' && now > before;

export const hasEditedDays = ({ plan, mission, at }: Context): boolean =>
  plan.actions.some(
    (action) =>
      action.do === 'edit' &&
      action.mission === mission &&
      action.at <= at &&
      ('start_date' in action.body || 'duration_days' in action.body),
  );

/** Returns true if the mission's last day is over on the person's own calendar. */
export function hasEnded(context: Context): boolean {
  const last = context.read(`page ${context.who} ${context.mission} last_day`).now;
  return typeof last === 'string' && last < ownDay(context);
}

/** Returns true if the person has left a mission, or was in one that was deleted. */
export const hasLeft = ({ plan, who, at }: Context): boolean =>
  plan.actions.some((action) => {
    if (action.at > at) return false;
    if (action.do === 'leave') return action.who === who;
    if (action.do !== 'delete') return false;
    if (action.who === who) return true;
    return plan.actions.some((other) => other.do === 'join' && other.who === who && other.mission === action.mission);
  });

export const hasReturned = ({ plan, who, mission, at }: Context): boolean => {
  const own = plan.actions.filter((action) => action.who === who && 'mission' in action && action.mission === mission);
  const left = own.find((action) => action.do === 'leave' && action.at <= at);
  return left !== undefined && own.some((action) => action.do === 'join' && action.at > left.at && action.at <= at);
};

/** Returns true if a ledger of the person in the mission has one of these letters. */
export const readLetter = ({ who, mission, read }: Context, letters: RegExp): boolean =>
  letters.test(String(read(`ledger ${who} ${mission} days`).now ?? '').slice(11));

/** Mission fields that combine several members. */
const OF_OTHERS = /^(page (together|quiet_members)|completion (rank|earned_by)|health |today still_out)/;

const newlyTaken = new WeakMap<Context['lived'], { at: string; who: Letter; mission: Letter; code: string }[]>();

/** Lists the attempts that were refused in the recording and are accepted now. */
function listTaken({ plan, recorded, lived }: Context) {
  let taken = newlyTaken.get(lived);
  if (!taken) {
    taken = plan.actions.flatMap((action) => {
      if (action.do !== 'check_in') return [];
      const { at, who, mission, n } = action;
      const path = `receipt ${who} ${mission} ${n} refused`;
      const code = recorded.events.get(path);
      return typeof code === 'string' && !lived.events.has(path) ? [{ at, who, mission, code }] : [];
    });
    newlyTaken.set(lived, taken);
  }
  return taken;
}

/**
 * Returns true if the person has since made a check-in that the recording refused with `code`. In a mission, it must be
 * in that mission; for combined fields, any member counts.
 */
export function findTakenSince(context: Context, code: string): boolean {
  const isOfOthers = OF_OTHERS.test(`${context.screen} ${context.field}`);
  return listTaken(context).some(
    (one) =>
      one.code === code &&
      one.at <= context.at &&
      (isOfOthers || one.who === context.who) &&
      (context.mission === '-' || one.mission === context.mission || isOwn(context)),
  );
}

/** Fields of a mission's receipt or ledger that depend on the person's own streak or points. */
const isOwn = ({ screen, field }: Context): boolean =>
  (screen === 'receipt' &&
    /^(streak_days|points|points_earned|level|level_up|rest_days_used|milestone)$/.test(field)) ||
  (screen === 'ledger' && field !== 'longest_streak') ||
  (screen === 'quilt' && field === 'rest_days');
