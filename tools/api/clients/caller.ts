/** What a client is given, and what it has to do with it. */
export interface ClientCaller {
  readonly url: string;
  readonly token: string;
  readonly photo: Blob;
}

/** The mission that all three create, from the day on which it is with its owner. */
export const missionFrom = (start_date: string) => ({
  title: 'Read 20 pages before bed',
  description: '<p>Any book that is not work.</p>',
  goal: 'Finish two books',
  duration_days: 30,
  start_date,
  schedule: { kind: 'weekly' as const, times: 3 as const },
});

/** Ends the check with what a call answered instead. */
export function refuse(call: string, answer: unknown): never {
  throw new Error(`${call} answered ${JSON.stringify(answer)}`);
}
