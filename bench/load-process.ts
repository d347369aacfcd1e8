import autocannon, { type Request } from 'autocannon';

/** A stretch of load. Requests use `targets` in order and start over at the end. */
export interface LoadJob {
  url: string;
  connections: number;
  requests: number;
  targets: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
}

export interface LoadResult {
  requests: number;
  /** Responses with a status other than 2xx, and requests without a response. */
  failed: number;
  bad_statuses: number[];
}

async function load({ url, connections, requests, targets }: LoadJob): Promise<LoadResult> {
  let next = 0;
  const setupRequest = (request: Request): Request => ({ ...request, ...targets[next++ % targets.length]! });
  let answered = 0;
  const badStatuses: number[] = [];
  const run = autocannon({
    url,
    connections: Math.min(connections, requests),
    amount: requests,
    sampleInt: 100,
    requests: [{ setupRequest }],
  }).on('response', (_client, status) => {
    answered += 1;
    if (status < 200 || status > 299) badStatuses.push(status);
  });
  const { errors, timeouts } = await run;
  return { requests: answered, failed: badStatuses.length + errors + timeouts, bad_statuses: badStatuses };
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
