import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { createCheckin } from '#contract/checkins.ts';
import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { startDatabase } from './database.ts';
import { growthDuring, MIB } from './memory.ts';
import { buildPerson, post } from './people.ts';
import { heading, type Verdict, verdict } from './report.ts';

const UPLOADS = 20;
const AIM_MIB = 200;

/** 12 megapixels of noise, which no format makes small, filled up to the largest size that is taken. */
async function largestPhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const jpeg = await noise.jpeg({ quality: 80 }).toBuffer();
  if (jpeg.length > PHOTO_BYTES_MAX) throw new Error('The photo of the bench is too large.');
  return Buffer.concat([jpeg, Buffer.alloc(PHOTO_BYTES_MAX - jpeg.length)]);
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
    const people: Awaited<ReturnType<typeof buildPerson>>[] = [];
    for (let i = 0; i < UPLOADS; i++) people.push(await buildPerson(server.url, i));
    const pid = server.child.pid!;
    const begun = performance.now();
    const { before, most } = await growthDuring(pid, async () => {
      await Promise.all(
        people.map(({ token, mission_id }) => {
          const form = new FormData();
          form.append('mission_id', mission_id);
          form.append('type', 'photo');
          form.append('photo', photo, 'photo.jpg');
          return post(server.url + createCheckin.path, token, form, 201);
        }),
      );
    });
    const seconds = (performance.now() - begun) / 1000;
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
