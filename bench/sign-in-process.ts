import { setTimeout as wait } from 'node:timers/promises';
import { login } from '#contract/auth.ts';

export interface SignInJob {
  url: string;
  /** How many sign in at once, each again and again; none for the quiet figure. */
  signing_in: number;
  emails: string[];
  password: string;
  /** The cheap call that is timed meanwhile. */
  path: string;
  token: string;
  stretches: number;
  /** Calls in each stretch, one after the other. */
  calls: number;
}

export interface SignInResult {
  sign_ins_per_second: number;
  /** Of each stretch the times in milliseconds, sorted. */
  stretches: number[][];
}

async function measure(job: SignInJob): Promise<SignInResult> {
  let going = true;
  let signedIn = 0;
  const signIn = async (email: string) => {
    while (going) {
      const answer = await fetch(job.url + login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: job.password }),
      });
      if (answer.status !== 200) throw new Error(`A sign-in was answered with ${answer.status}.`);
      await answer.arrayBuffer();
      signedIn++;
    }
  };
  const headers = { authorization: `Bearer ${job.token}` };
  const timeCall = async () => {
    await wait(5);
    const sent = performance.now();
    const answer = await fetch(job.url + job.path, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${job.path} was answered with ${answer.status}.`);
    return performance.now() - sent;
  };
  const begun = performance.now();
  const people = job.emails.slice(0, job.signing_in).map(signIn);
  // The first calls open connections and are not counted.
  for (let i = 0; i < 20; i++) await timeCall();
  const stretches: number[][] = [];
  for (let stretch = 0; stretch < job.stretches; stretch++) {
    const times: number[] = [];
    for (let i = 0; i < job.calls; i++) times.push(await timeCall());
    stretches.push(times.sort((one, other) => one - other));
  }
  going = false;
  await Promise.all(people);
  return { sign_ins_per_second: (1000 * signedIn) / (performance.now() - begun), stretches };
}

process.on('message', (job: SignInJob) => {
  measure(job).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
