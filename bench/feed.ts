import { listCheckins } from '#contract/checkins.ts';
import type { ServerProcess } from './child.ts';
import type { Crowd } from './crowd.ts';
import { heading, median, percentile, table, type Verdict, verdict } from './report.ts';

/** Medians of stretches, so that a moment in which the machine did something else does not decide. */
const STRETCHES = 5;
const CALLS = 100;
const AIM_MS = 30;

/** How long the first page of a large mission takes, asked for one after the other: one call, whatever it shows. */
export async function timeFeed(server: ServerProcess, crowd: Crowd): Promise<Verdict[]> {
  const path = listCheckins.path.replace('{id}', crowd.mission_id);
  let bytes = 0;
  const ask = async (call: number): Promise<number> => {
    const token = crowd.tokens[call % crowd.tokens.length]!;
    const begun = performance.now();
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`The feed answered ${answer.status}.`);
    return performance.now() - begun;
  };
  const stretches: number[][] = [];
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await ask(call));
    stretches.push(times.sort((one, other) => one - other));
  }
  const at = (share: number) => median(stretches.map((times) => percentile(times, share)));
  const [p50, p99] = [at(0.5), at(0.99)];
  heading(
    `First page of a feed of ${crowd.tokens.length} members (medians of ${STRETCHES} x ${CALLS} calls, one by one)`,
  );
  table(['', 'bytes', 'p50 ms', 'p99 ms'], [['first page', String(bytes), p50.toFixed(1), p99.toFixed(1)]]);
  return [verdict(`First page of a large feed under ${AIM_MS} ms (p99)`, p99 < AIM_MS, `${p99.toFixed(1)} ms`)];
}
