import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { createCheckin } from '#contract/checkins.ts';
import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { NOT_DURABLE, startDatabase } from './database.ts';
import { buildPerson, post } from './people.ts';
import { growthDuring, MIB } from './processes.ts';
import { heading, type Verdict, verdict } from './report.ts';

const UPLOADS = 20;
const MAX_MIB = 200;
const WHERE = 'docs/performance.md#photos';

/** 12 megapixels of noise, which no format compresses, filled up to the largest size that is accepted. */
async function largestPhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const jpeg = await noise.jpeg({ quality: 80 }).toBuffer();
  if (jpeg.length > PHOTO_BYTES_MAX) throw new Error('The photo of the bench is too large.');
  return Buffer.concat([jpeg, Buffer.alloc(PHOTO_BYTES_MAX - jpeg.length)]);
}

/** The most resident memory that the server and its processes take while twenty photos of 15 MB arrive at once. */
export async function weighPhotos(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  const server = await startServerProcess(PROGRAMS.product, database.env);
  try {
    const photo = new Blob([new Uint8Array(await largestPhoto())], { type: 'image/jpeg' });
    const people: Awaited<ReturnType<typeof buildPerson>>[] = [];
    for (let i = 0; i < UPLOADS; i++) people.push(await buildPerson(server.url, i));
    const begun = performance.now();
    const { before, most } = await growthDuring(server.pid, async () => {
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
        WHERE,
        `${UPLOADS} photos of 15 MB at once take less than ${MAX_MIB} MB`,
        grown < MAX_MIB,
        `${grown.toFixed(0)} MB`,
      ),
    ];
  } finally {
    await server.stop();
    await database.remove();
  }
}
