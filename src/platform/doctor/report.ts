import { type Finding, reasonOf, wrong } from './finding.ts';

const MARKS = { ok: 'ok   ', old: 'OLD  ', wrong: 'WRONG', nothing: '-    ' } as const;

/** The lines that the doctor prints. */
export interface Report {
  /** How many of the findings are wrong. */
  readonly wrongs: number;
  /** Prints what a look found; one that fails has found the reason. */
  look(name: string, find: () => Finding | Promise<Finding>): Promise<void>;
}

/** Creates a report that prints each finding and counts the wrong ones. */
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
