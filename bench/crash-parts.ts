import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { passwords } from '#server/adapters/passwords.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess, waitUntil } from './child.ts';
import { type Client, makeClient } from './crash-client.ts';
import { type Findings, inspect } from './crash-inspect.ts';
import { startDatabase } from './database.ts';
import { makeDataset, PASSWORD } from './dataset.ts';
import { processesBelow } from './processes.ts';
import { heading, table } from './report.ts';

const WORKERS = 2;
const ROUNDS = 4;
/** So many acknowledged check-ins show that the server works again. */
const AGAIN = 20;
const PATIENCE_MS = 60_000;
const PHOTO_EVERY = 10;

/** A photo that takes the picture process long enough to be killed in the middle of it. */
async function makePhoto(): Promise<Blob> {
  const [width, height] = [1600, 1200];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return new Blob([new Uint8Array(await noise.jpeg().toBuffer())], { type: 'image/jpeg' });
}

/** Who is killed: the numbers of the processes at this moment. */
type Victims = Record<'a worker' | 'the database' | 'the picture process', () => Promise<number[]>>;

/** Kills one process while check-ins are under way; resolves with the milliseconds until they are acknowledged again. */
async function killOne(client: Client, find: () => Promise<number[]>): Promise<number> {
  const count = () => client.acknowledged.size;
  const wanted = count() + randomInt(60, 150);
  await waitUntil(() => count() >= wanted, PATIENCE_MS, 'Enough check-ins');
  let victims: number[] = [];
  // The picture process lives only while there are pictures.
  const findVictims = async () => {
    victims = await find();
    return victims.length > 0;
  };
  await waitUntil(findVictims, PATIENCE_MS, 'A process to kill');
  process.kill(victims[randomInt(victims.length)]!, 'SIGKILL');
  const [before, begun] = [count(), performance.now()];
  await waitUntil(() => count() >= before + AGAIN, PATIENCE_MS, 'A check-in after a kill');
  return performance.now() - begun;
}

export interface KilledParts {
  readonly found: Findings;
  readonly acknowledged: number;
  /** The longest time from a kill until check-ins were acknowledged again, in milliseconds. */
  readonly slowest_ms: number;
}

/**
 * Kills workers, the database and picture processes of a server with two workers with kill -9, in turns, while people
 * check in, one in ten with a photo. The server goes on by itself all the time.
 */
export async function killParts(): Promise<KilledParts> {
  const database = await startDatabase();
  try {
    const size = { people: 2000, each: 5, days: 2 };
    const { memberships } = await makeDataset(database.url, size, await passwords().hash(PASSWORD));
    await database.stop();
    const env = { ...database.env, DATABASE_URL: '', LOG_LEVEL: 'fatal', WEB_CONCURRENCY: String(WORKERS) };
    const server = await startServerProcess(PROGRAMS.product, env, '/ready');
    const client = makeClient(memberships, { photo: await makePhoto(), every: PHOTO_EVERY });
    const victims: Victims = {
      'a worker': () => processesBelow(server.pid, 'main.js'),
      'the database': async () => {
        const file = await readFile(join(database.location, 'postmaster.pid'), 'utf8').catch(() => '');
        return [Number(file.split('\n')[0])].filter((pid) => pid > 0);
      },
      'the picture process': () => processesBelow(server.pid, 'process-worker'),
    };
    const end = new AbortController();
    const rows: string[][] = [];
    let slowest_ms = 0;
    try {
      const load = client.checkInUntil(server.url, end.signal);
      load.catch(() => undefined);
      for (let round = 1; round <= ROUNDS; round++)
        for (const [name, find] of Object.entries(victims)) {
          const ms = await killOne(client, find);
          slowest_ms = Math.max(slowest_ms, ms);
          rows.push([`${round}: ${name}`, String(client.acknowledged.size), ms.toFixed(0)]);
        }
      end.abort();
      await load;
      await client.sendUnanswered(server.url);
    } finally {
      end.abort();
      await server.stop();
    }
    heading(`kill -9 of parts of a server with ${WORKERS} workers during check-ins`);
    table(['kill', 'acknowledged so far', `${AGAIN} more after ms`], rows);
    const found = await inspect(database.data_dir, client.acknowledged);
    return { found, acknowledged: client.acknowledged.size, slowest_ms };
  } finally {
    await database.remove();
  }
}
