import { type Finding, reasonOf, wrong } from './finding.ts';

const MARKS = { ok: 'ok   ', old: 'OLD  ', wrong: 'WRONG', nothing: '-    ' } as const;

export interface Report {
  readonly wrongs: number;
  /** Runs a check and prints its finding; an error is a wrong finding. */
  look(name: string, find: () => Finding | Promise<Finding>): Promise<void>;
}

/** Creates a report that prints each finding and counts the findings that are wrong. */
export function createReport(): Report {
  let wrongs = 0;
  return {
    get wrongs() {
      return wrongs;
    },
    async look(name, find) {
      const { is, text } = await (async () => find())().catch((error: unknown) => wrong(reasonOf(error)));
      if (is === 'wrong') wrongs++;
      process.stdout.write(`${MARKS[is]}  ${name.padEnd(9)}  ${text}\n`);
    },
  };
}
