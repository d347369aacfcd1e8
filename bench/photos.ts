import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { register } from '#contract/auth.ts';
import { createCheckin } from '#contract/checkins.ts';
import { createMission } from '#contract/missions.ts';
import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { startDatabase } from './database.ts';
import { heading, type Verdict, verdict } from './report.ts';

const UPLOADS = 20;
const AIM_MIB = 200;
const MIB = 1024 * 1024;
const SAMPLE_MS = 20;

/** 12 megapixels of noise, which no format makes small, filled up to the largest size that is taken. */
async function largestPhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const jpeg = await noise.jpeg({ quality: 80 }).toBuffer();
  if (jpeg.length > PHOTO_BYTES_MAX) throw new Error('The photo of the bench is too large.');
  return Buffer.concat([jpeg, Buffer.alloc(PHOTO_BYTES_MAX - jpeg.length)]);
}

async function post<Answer>(url: string, token: string, body: string | FormData, status: number): Promise<Answer> {
  const headers: Record<string, string> = { ...(token && { authorization: `Bearer ${token}` }) };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (answer.status !== status) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A person with a mission, about to check in. */
async function givenPerson(url: string, i: number): Promise<{ token: string; mission_id: string }> {
  const account = JSON.stringify({ name: `Person ${i}`, email: `photo${i}@example.com`, password: 'campfire' });
  const { access_token: token } = await post<{ access_token: string }>(url + register.path, '', account, 200);
  const mission = JSON.stringify({
    title: 'Photos',
    description: '<p>One a day.</p>',
    goal: 'All of them',
    duration_days: 30,
    start_date: new Date().toISOString(),
  });
  return { token, mission_id: (await post<{ id: string }>(url + createMission.path, token, mission, 201)).id };
}

/** Resident memory of a process and of all that it started, in bytes (Linux); one that has ended counts nothing. */
async function memoryOf(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(await read('status'))?.[1] ?? 0) * 1024;
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean);
  const theirs = await Promise.all(children.map((child) => memoryOf(Number(child))));
  return theirs.reduce((sum, bytes) => sum + bytes, own);
}

/** How much memory twenty photos of 15 MB take that arrive at once: the server's and its processes' resident size, at most. */
export async function weighPhotos(): Promise<Verdict[]> {
  const database = await startDatabase({ fsync: 'off', full_page_writes: 'off' });
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: database.data_dir,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  };
  const server = await startServerProcess({ program: PROGRAMS.product }, { ...env, NODE_ENV: 'development' });
  try {
    const photo = new Blob([new Uint8Array(await largestPhoto())], { type: 'image/jpeg' });
    const people = [];
    for (let i = 0; i < UPLOADS; i++) people.push(await givenPerson(server.url, i));
    const pid = server.child.pid!;
    const before = await memoryOf(pid);
    let most = before;
    const over = new AbortController();
    const watch = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, await memoryOf(pid));
        await wait(SAMPLE_MS);
      }
    })();
    const begun = performance.now();
    await Promise.all(
      people.map(({ token, mission_id }) => {
        const form = new FormData();
        form.append('mission_id', mission_id);
        form.append('type', 'photo');
        form.append('photo', photo, 'photo.jpg');
        return post(server.url + createCheckin.path, token, form, 201);
      }),
    );
    const seconds = (performance.now() - begun) / 1000;
    over.abort();
    await watch;
    const grown = (most - before) / MIB;
    heading(`${UPLOADS} photos of 15 MB at once`);
    console.log(
      `all stored in ${seconds.toFixed(1)} s; resident ${(before / MIB).toFixed(0)} MB before, at most ${(most / MIB).toFixed(0)} MB`,
    );
    return [
      verdict(
        `${UPLOADS} photos of 15 MB at once take less than ${AIM_MIB} MB`,
        grown < AIM_MIB,
        `${grown.toFixed(0)} MB`,
      ),
    ];
  } finally {
    await server.stop();
    await database.remove();
  }
}
