import { adminCharts, adminMissions, adminStats, adminTransactions, auditLog } from '#contract/admin.ts';
import { adminUsers } from '#contract/admin-accounts.ts';
import { adminReports } from '#contract/admin-reports.ts';
import { listCheckins } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { bearer, type Membership } from './dataset.ts';
import { signInAsOperator } from './operator.ts';
import { heading, median, percentile, table, type Verdict, verdict } from './report.ts';

const WHERE_MISSION = 'docs/performance.md#a-mission-of-500-members';
const WHERE_ADMIN = 'docs/performance.md#the-operators-pages';
const MISSION_MAX_MS = 60;
const ADMIN_MAX_MS = 200;

/** Medians of stretches, so that a moment in which the machine did something else does not decide. */
const STRETCHES = 5;
const MISSION_CALLS = 60;
const ADMIN_CALLS = 5;

/** The page of a mission also says who is in today. */
const MISSION_READS = { 'page and today’s members': getMission, feed: listCheckins, quilt: getQuilt };
const ADMIN_READS = [adminStats, adminCharts, adminUsers, adminMissions, adminTransactions, adminReports, auditLog];

interface Times {
  name: string;
  bytes: number;
  p50: number;
  p99: number;
}

export interface OneByOne {
  mission: Times[];
  admin: Times[];
}

/** How long a call takes when nothing else is asked meanwhile. */
async function time(name: string, url: string, tokens: readonly string[], calls: number): Promise<Times> {
  let bytes = 0;
  const callOnce = async (call: number): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(url, { headers: bearer(tokens[call % tokens.length]!) });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
    return performance.now() - begun;
  };
  // Connections, prepared statements and caches get warm.
  for (let call = 0; call < calls; call++) await callOnce(call);
  const stretches: number[][] = [];
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const times: number[] = [];
    for (let call = 0; call < calls; call++) times.push(await callOnce(call));
    stretches.push(times.sort((one, other) => one - other));
  }
  const at = (share: number) => median(stretches.map((times) => percentile(times, share)));
  return { name, bytes, p50: at(0.5), p99: at(0.99) };
}

/** The calls of a mission of 500 by its members, and those of the operator's pages. */
export async function timeOneByOne(url: string, readers: readonly Membership[]): Promise<OneByOne> {
  const tokens = readers.map((reader) => reader.token);
  const mission: Times[] = [];
  for (const [name, { path }] of Object.entries(MISSION_READS))
    mission.push(await time(name, url + path.replace('{id}', readers[0]!.mission_id), tokens, MISSION_CALLS));
  const operator = await signInAsOperator(url);
  const admin: Times[] = [];
  for (const { method, path } of ADMIN_READS)
    admin.push(await time(`${method} ${path}`, url + path, [operator], ADMIN_CALLS));
  return { mission, admin };
}

/** Prints both and judges each by its slowest call. */
export function reportOneByOne(size: string, { mission, admin }: OneByOne): Verdict[] {
  const print = (title: string, times: readonly Times[]) => {
    heading(`${title} at ${size} check-ins, one by one (medians of ${STRETCHES} stretches)`);
    const rows = times.map(({ name, bytes, p50, p99 }) => [name, String(bytes), p50.toFixed(1), p99.toFixed(1)]);
    table(['', 'bytes', 'p50 ms', 'p99 ms'], rows);
  };
  print('A mission of 500 members', mission);
  print("The operator's pages", admin);
  return [
    ...mission.map(({ name, p99 }) =>
      verdict(
        WHERE_MISSION,
        `A mission of 500 at ${size} check-ins, ${name}: under ${MISSION_MAX_MS} ms (p99)`,
        p99 < MISSION_MAX_MS,
        `${p99.toFixed(1)} ms`,
      ),
    ),
    ...admin.map(({ name, p99 }) =>
      verdict(
        WHERE_ADMIN,
        `${name} at ${size} check-ins: under ${ADMIN_MAX_MS} ms`,
        p99 < ADMIN_MAX_MS,
        `${p99.toFixed(0)} ms`,
      ),
    ),
  ];
}
