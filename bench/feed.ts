import { listCheckins } from '#contract/checkins.ts';
import type { ServerProcess } from './child.ts';
import type { Crowd } from './crowd.ts';
import { heading, percentile, table, type Verdict, verdict } from './report.ts';

const CALLS = 300;
const AIM_MS = 30;

/** How long the first page of a large mission takes, asked for one after the other: one call, whatever it shows. */
export async function timeFeed(server: ServerProcess, crowd: Crowd): Promise<Verdict[]> {
  const path = listCheckins.path.replace('{id}', crowd.mission_id);
  const times: number[] = [];
  let bytes = 0;
  for (let call = 0; call < CALLS; call++) {
    const token = crowd.tokens[call % crowd.tokens.length]!;
    const begun = performance.now();
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`The feed answered ${answer.status}.`);
    times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  heading(`First page of a feed: ${crowd.tokens.length} members, ${CALLS} calls one after the other`);
  table(['', 'bytes', 'p50 ms', 'p99 ms'], [['first page', String(bytes), p50.toFixed(1), p99.toFixed(1)]]);
  return [verdict(`First page of a large feed under ${AIM_MS} ms (p99)`, p99 < AIM_MS, `${p99.toFixed(1)} ms`)];
}
