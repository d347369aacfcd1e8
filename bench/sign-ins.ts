import { spawn } from 'node:child_process';
import { me } from '#contract/auth.ts';
import { PROGRAMS } from './build.ts';
import { ask, type ServerProcess } from './child.ts';
import { emailOf, PASSWORD, tokenOf } from './dataset.ts';
import { heading, median, percentile, table, type Verdict, verdict } from './report.ts';
import type { SignInJob, SignInResult } from './sign-in-process.ts';

const PEOPLE = 4;
/** Medians of stretches, so that a moment in which the machine did something else does not decide. */
const STRETCHES = 5;
const CALLS = 200;
const AIM_MS = 10;

/** What a cheap call costs while four people sign in without a pause, and while nobody does. */
export async function timeSignIns(server: ServerProcess): Promise<Verdict[]> {
  const caller = spawn(process.execPath, [PROGRAMS.sign_ins], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  const quiet = new Map<string, number>();
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
        const { stretches, sign_ins_per_second } = await ask<SignInResult>(caller, job);
        const at = (share: number) => median(stretches.map((times) => percentile(times, share)));
        const p99 = at(0.99);
        rows.push([
          `GET ${path}`,
          String(signing_in),
          sign_ins_per_second.toFixed(0),
          at(0.5).toFixed(1),
          p99.toFixed(1),
          Math.max(...stretches.map((times) => times.at(-1)!)).toFixed(1),
        ]);
        if (signing_in === 0) quiet.set(path, p99);
        else
          verdicts.push(
            verdict(
              `GET ${path} under ${AIM_MS} ms while ${PEOPLE} sign-ins hash (p99)`,
              p99 < AIM_MS,
              `${p99.toFixed(1)} ms (${quiet.get(path)?.toFixed(1)} ms with nobody signing in)`,
            ),
          );
      }
  } finally {
    caller.kill();
  }
  heading(`A cheap call while ${PEOPLE} people sign in again and again (medians of ${STRETCHES} x ${CALLS} calls)`);
  table(['', 'signing in', 'sign-ins/s', 'p50 ms', 'p99 ms', 'max ms'], rows);
  return verdicts;
}
