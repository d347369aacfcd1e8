import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { AccountLineFull } from './image-errors.ts';

/** A queue in which accounts take turns, with one item in progress at a time. */
export interface FairLine<T> {
  /** The number of waiting items. Does not count the item in progress. */
  readonly length: number;
  /** Whether another account waits. */
  readonly has_others: boolean;
  /** Adds an item. Throws AccountLineFull if the account is at its limit, Overloaded if the queue is full. */
  join(account: string, item: T): void;
  /** Removes a waiting item. Returns false if it is not waiting. */
  leave(item: T): boolean;
  /**
   * Finishes the item in progress and returns the next item. Returns undefined if the queue is empty. The account
   * served longest ago is next, accounts without a turn first.
   */
  next(): T | undefined;
}

/** Creates a queue of up to `line_max` waiting items. `account_max` also counts an account's item in progress. */
export function makeFairLine<T>(limits: { line_max: number; account_max: number }): FairLine<T> {
  const waiting: { account: string; item: T }[] = [];
  /** The latest turn of each account, cleared when the queue is empty: only waiting accounts compete. */
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
