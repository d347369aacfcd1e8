import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { AccountLineFull } from './image-errors.ts';

/** A waiting line in which accounts take turns; one item is in progress at a time. */
export interface FairLine<T> {
  /** How many wait, without the one in progress. */
  readonly length: number;
  /** Whether another account than that of the item in progress waits. */
  readonly has_others: boolean;
  /**
   * Takes a place in the line. Throws AccountLineFull when the account has all that it may have, Overloaded when the
   * line is full.
   */
  join(account: string, item: T): void;
  /** Removes a waiting item; false when it is not waiting. */
  leave(item: T): boolean;
  /**
   * Ends the item in progress and takes the next one: that of the account whose latest turn was longest ago, accounts
   * without a turn first. Undefined when the line is empty.
   */
  next(): T | undefined;
}

/** Up to `line_max` items may wait, and `account_max` items of one account may wait or be in progress. */
export function makeFairLine<T>(limits: { line_max: number; account_max: number }): FairLine<T> {
  const waiting: { account: string; item: T }[] = [];
  /** The latest turn of each account. Cleared when the line is empty, since turns only matter among those who wait. */
  const turns = new Map<string, number>();
  let turn = 0;
  let in_progress: string | undefined;

  const countOf = (account: string) =>
    waiting.filter((one) => one.account === account).length + (in_progress === account ? 1 : 0);
  const latestTurn = (account: string) => turns.get(account) ?? 0;

  return {
    get length() {
      return waiting.length;
    },
    get has_others() {
      return waiting.some(({ account }) => account !== in_progress);
    },
    join(account, item) {
      if (countOf(account) >= limits.account_max)
        throw new AccountLineFull(`${limits.account_max} pictures of this account are waiting.`);
      if (waiting.length >= limits.line_max) throw new Overloaded('Too many pictures are waiting.');
      waiting.push({ account, item });
    },
    leave(item) {
      const at = waiting.findIndex((one) => one.item === item);
      if (at !== -1) waiting.splice(at, 1);
      return at !== -1;
    },
    next() {
      let chosen = 0;
      for (const [at, { account }] of waiting.entries())
        if (latestTurn(account) < latestTurn(waiting[chosen]!.account)) chosen = at;
      const [next] = waiting.splice(chosen, 1);
      in_progress = next?.account;
      if (next) turns.set(next.account, ++turn);
      else turns.clear();
      return next?.item;
    },
  };
}
