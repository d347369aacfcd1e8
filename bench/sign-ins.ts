import { me } from '#contract/auth.ts';
import { passwords } from '#server/adapters/passwords.ts';
import { PROGRAMS } from './build.ts';
import { ask, type ServerProcess, startProgram, startServerProcess } from './child.ts';
import { NOT_DURABLE, startDatabase } from './database.ts';
import { emailOf, makeDataset, PASSWORD, tokenOf } from './dataset.ts';
import { heading, median, percentile, table, type Verdict, verdict } from './report.ts';
import type { SignInJob, SignInResult } from './sign-in-process.ts';

const WHERE = 'docs/performance.md#signing-in';
const PEOPLE = 4;
/** Medians of stretches, so that a moment in which the machine did something else does not decide. */
const STRETCHES = 5;
const CALLS = 200;
const AIM_MS = 10;

interface Measured extends SignInResult {
  path: string;
  signing_in: number;
}

async function measure(server: ServerProcess): Promise<Measured[]> {
  const caller = startProgram(PROGRAMS.sign_ins);
  const measured: Measured[] = [];
  try {
    for (const path of ['/health', me.path])
      for (const signing_in of [0, PEOPLE]) {
        const job: SignInJob = {
          url: server.url,
          signing_in,
          emails: Array.from({ length: PEOPLE }, (_, person) => emailOf(person)),
          password: PASSWORD,
          path,
          token: tokenOf(PEOPLE),
          stretches: STRETCHES,
          calls: CALLS,
        };
        measured.push({ path, signing_in, ...(await ask<SignInResult>(caller, job)) });
      }
    return measured;
  } finally {
    caller.kill();
  }
}

const at = ({ stretches }: Measured, share: number) => median(stretches.map((times) => percentile(times, share)));

/** What a cheap call costs while four people sign in without a pause, and while nobody does. */
export async function timeSignIns(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  try {
    await makeDataset(database.url, { people: 50, each: 2, days: 2 }, await passwords().hash(PASSWORD));
    const server = await startServerProcess(PROGRAMS.product, database.env);
    const measured = await measure(server).finally(() => server.stop());
    heading(`A cheap call while ${PEOPLE} people sign in again and again (medians of ${STRETCHES} x ${CALLS} calls)`);
    table(
      ['', 'signing in', 'sign-ins/s', 'p50 ms', 'p99 ms', 'max ms'],
      measured.map((one) => [
        `GET ${one.path}`,
        String(one.signing_in),
        one.sign_ins_per_second.toFixed(0),
        at(one, 0.5).toFixed(1),
        at(one, 0.99).toFixed(1),
        Math.max(...one.stretches.map((times) => times.at(-1)!)).toFixed(1),
      ]),
    );
    return measured
      .filter(({ signing_in }) => signing_in > 0)
      .map((one) => {
        const sentence = `GET ${one.path} under ${AIM_MS} ms while ${PEOPLE} sign-ins hash (p99)`;
        return verdict(WHERE, sentence, at(one, 0.99) < AIM_MS, `${at(one, 0.99).toFixed(1)} ms`);
      });
  } finally {
    await database.remove();
  }
}
