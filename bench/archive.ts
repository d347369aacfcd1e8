import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportData } from '#contract/account.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { NOT_DURABLE, startDatabase, withClient } from './database.ts';
import { bearer } from './dataset.ts';
import { buildPerson } from './people.ts';
import { growthDuring, MIB } from './processes.ts';
import { heading, type Verdict, verdict } from './report.ts';

/** One photo a day for three years, each as large as a rich one gets at 1600 pixels. */
const PHOTOS = 3 * 365;
const PHOTO_BYTES = 400 * 1024;
const AIM_S = 60;
const WHERE = 'docs/performance.md#photos-and-the-archive';

/** Check-ins with photos in the database, and their files where the product stores them. */
async function insertPhotos(url: string, dataDir: string, missionId: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ photo_key: string }>(
      `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
         created_at, photo_key, photo_width, photo_height, photo_thumbhash)
       select uuid7(now() - ago * interval '1 day'), m.id, m.owner_id, 'photo', 'It went well today.', 20,
         current_date - ago, 'UTC', now() - ago * interval '1 day', now() - ago * interval '1 day',
         'checkins/' || gen_random_uuid(), 1600, 1200, 'x'
       from missions m, generate_series(1, ${PHOTOS}) ago where m.id = $1 returning photo_key`,
      [missionId],
    ),
  );
  for (const { photo_key } of rows) {
    const folder = join(dataDir, 'media', photo_key);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '1600.webp'), randomBytes(PHOTO_BYTES));
  }
}

/** How long the archive of three years takes, from the press to its last byte, and how much memory the server takes for it. */
export async function timeArchive(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  const server = await startServerProcess(PROGRAMS.product, database.env);
  try {
    const { token, mission_id } = await buildPerson(server.url, 0);
    await insertPhotos(database.url, database.data_dir, mission_id);
    let bytes = 0;
    const begun = performance.now();
    const { before, most } = await growthDuring(server.pid, async () => {
      const answer = await fetch(server.url + exportData.path, { headers: bearer(token) });
      if (answer.status !== 200 || !answer.body) throw new Error(`No archive: ${answer.status} ${await answer.text()}`);
      for await (const part of answer.body) bytes += part.length;
    });
    const seconds = (performance.now() - begun) / 1000;
    if (bytes < PHOTOS * PHOTO_BYTES) throw new Error(`The archive has ${bytes} bytes: photos are missing.`);
    heading('The archive of three years');
    console.log(
      `${PHOTOS} photos, ${(bytes / MIB).toFixed(0)} MB in ${seconds.toFixed(1)} s; resident ${(before / MIB).toFixed(0)} MB before, at most ${(most / MIB).toFixed(0)} MB`,
    );
    const aim = `Three years of photos are downloaded in less than ${AIM_S} s`;
    return [verdict(WHERE, aim, seconds < AIM_S, `${seconds.toFixed(1)} s`)];
  } finally {
    await server.stop();
    await database.remove();
  }
}
