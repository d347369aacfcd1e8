import autocannon, { type Request } from 'autocannon';
import { percentile } from './report.ts';

/** One stretch of load. Each request is the next of `targets`, in order, starting over at the end. */
export interface LoadJob {
  url: string;
  connections: number;
  requests: number;
  targets: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
}

export interface LoadResult {
  requests: number;
  /** Answers with a status other than 2xx, and requests without an answer. */
  failed: number;
  /** The statuses of the answers that were not 2xx. */
  bad_statuses: number[];
  requests_per_second: number;
  p50_ms: number;
  p99_ms: number;
}

async function load({ url, connections, requests, targets }: LoadJob): Promise<LoadResult> {
  let next = 0;
  const setupRequest = (request: Request): Request => ({ ...request, ...targets[next++ % targets.length]! });
  const times: number[] = [];
  const badStatuses: number[] = [];
  let last = 0;
  const begun = performance.now();
  const run = autocannon({
    url,
    connections: Math.min(connections, requests),
    amount: requests,
    sampleInt: 100,
    requests: [{ setupRequest }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    if (status < 200 || status > 299) badStatuses.push(status);
    // Up to the last answer, not to autocannon's own end, which comes up to one sample later.
    last = performance.now();
  });
  const { errors, timeouts } = await run;
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    failed: badStatuses.length + errors + timeouts,
    bad_statuses: badStatuses,
    requests_per_second: (1000 * times.length) / (last - begun),
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  };
}

process.on('message', (job: LoadJob) => {
  load(job).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
