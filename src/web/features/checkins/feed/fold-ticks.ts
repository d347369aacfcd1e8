import type { Checkin } from '#contract/checkins.ts';

type Tick = Pick<
  Checkin,
  'id' | 'type' | 'content' | 'local_day' | 'comments_count' | 'is_comeback' | 'hidden' | 'can'
>;

/** Whether the check-in itself says no more than that it was made. An edit may change that. */
const isBare = ({ type, content, is_comeback, hidden }: Tick): boolean =>
  type === 'tick' && content === '' && !is_comeback && hidden === null;

/** Whether nothing else asks to show it by itself. One that may still be edited is its author's. */
const isQuiet = ({ comments_count, can }: Tick): boolean => comments_count === 0 && !can.edit;

/** Which check-ins are in a row with others (true) and which stand alone, by id. */
export type ShownRows = ReadonlyMap<string, boolean>;

export const shownRows = (rows: readonly (readonly { id: string }[])[]): ShownRows =>
  new Map(rows.flatMap((row) => row.map(({ id }) => [id, row.length > 1] as const)));

/**
 * The rows of a feed: plain ticks of one day that follow each other are one row, any other check-in is a row by itself.
 * Each check-in is in one row, and their order stays. What is in `shown` keeps its place, alone or with others, so that
 * nothing moves under the reader while more is loaded below; only what has got words or a photo since leaves its row.
 */
export function foldTicks<T extends Tick>(checkins: readonly T[], shown: ShownRows = new Map()): T[][] {
  const rows: T[][] = [];
  const folds = (tick: T) => isBare(tick) && (shown.get(tick.id) ?? isQuiet(tick));
  for (const checkin of checkins) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row && before && before.local_day === checkin.local_day && folds(before) && folds(checkin)) row.push(checkin);
    else rows.push([checkin]);
  }
  return rows;
}

/** Who is in a row, newest first: 'Sam, Kim and 2 others checked in'. The viewer is 'You', and comes before them. */
export function foldedNames(checkins: readonly Pick<Checkin, 'user_id' | 'user_name'>[], meId: string): string {
  const names = checkins.filter(({ user_id }) => user_id !== meId).map(({ user_name }) => user_name);
  const [first = '', second = ''] = names.length < checkins.length ? ['You', ...names] : names;
  const others = checkins.length - 2;
  if (others <= 0) return `${first} and ${second} checked in`;
  if (others === 1) return `${first}, ${second} and 1 other checked in`;
  return `${first}, ${second} and ${others} others checked in`;
}
