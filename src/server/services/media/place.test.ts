import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { clearCheckin } from '#contract/checkins.ts';
import { findInstanceId, readMediaReport } from '#platform/db/server-facts.ts';
import { makeLogger } from '#platform/http/log.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { s3Storage } from '#platform/storage/s3.ts';
import { OWNER_FILE, type Storage, StorageUnavailable } from '#platform/storage/storage.ts';
import { temporaryFolder } from '../../testing/backups.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '../../testing/factories/photos.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { startFakeS3 } from '../../testing/s3-server.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { findPlaceState, preparePlace } from './place/commands.ts';

const DAY = 86_400_000;
const SLOW = 60_000;
const NOW = new Date();
/** The tests' pictures are three days old at this time. */
const LATER = new Date(NOW.getTime() + 3 * DAY);
const picture = await drawing().jpeg().toBuffer();

const buckets: Awaited<ReturnType<typeof startFakeS3>>[] = [];
afterAll(async () => {
  for (const { close } of buckets) await close();
});

const PLACES: [string, () => Promise<Storage>][] = [
  ['a folder', async () => diskStorage(await temporaryFolder())],
  [
    'a bucket',
    async () => {
      const bucket = await startFakeS3();
      buckets.push(bucket);
      return s3Storage(bucket.options);
    },
  ],
];

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** Starts a server on a new database with this photo storage. Also returns its log. */
async function serverAt(storage: Storage, start: Date): Promise<TestApp & { lines: Line[] }> {
  const lines: Line[] = [];
  const log = makeLogger('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const t = await testApp({ storage, log, clock: fakeClock(start), config: { plans: false } });
  return { ...t, lines };
}

/** Checks in with `count` photos of two files each. */
async function storePhotos(t: TestApp, count: number): Promise<string[]> {
  const person = await buildUser(t);
  const urls: string[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await checkInWithPhoto(t, person, await buildMission(t, person), picture);
    expect(answer.statusCode).toBe(201);
    urls.push(answer.json().checkin.photo_url);
  }
  return urls;
}

async function keysIn(storage: Storage, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

const readOwner = async (storage: Storage): Promise<{ instance_id: string } | null> => {
  const file = await storage.get(OWNER_FILE);
  return file && JSON.parse(await text(file.stream));
};

/** Advances the clock by days and runs the due jobs of each. */
async function passDays({ clock, queue }: Pick<TestApp, 'clock' | 'queue'>, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.advance(DAY);
    await queue.tick();
    await queue.drain();
  }
}

/** Restarts the program on the same database. */
const startAgain = async (t: TestApp) => (await t.startInstance()).stop();

describe.each(PLACES)('the photo sweep in %s', (_, open) => {
  it.each([
    ['that says whose it is', false],
    ['of a server of before, which says nothing', true],
  ])(
    'deletes nothing at starts with an empty database, in storage %s',
    {
      timeout: SLOW,
    },
    async (_place, isOld) => {
      const storage = await open();
      const right = await serverAt(storage, NOW);
      await storePhotos(right, 9);
      if (isOld) await storage.remove(OWNER_FILE);
      const files = await keysIn(storage);
      expect(files).toHaveLength(18);

      const wrong = await serverAt(storage, LATER);
      await passDays(wrong, 3);
      expect(await keysIn(storage)).toEqual(files);
      await startAgain(wrong);
      // Photos stored there by mistake do not transfer the storage.
      const [mistaken] = await storePhotos(wrong, 1);
      await startAgain(wrong);
      await passDays(wrong, 4);
      await startAgain(wrong);
      wrong.clock.advance(30 * DAY);
      await passDays(wrong, 3);
      expect(await findPlaceState(wrong.deps)).toBe('foreign');
      expect(await keysIn(storage)).toHaveLength(20);
      expect(await keysIn(storage)).toEqual(expect.arrayContaining(files));
      expect(
        wrong.lines.filter(({ level, msg }) => level === 50 && msg.startsWith('photos are not swept')),
      ).toHaveLength(10);
      expect((await wrong.app.inject('/metrics')).body).toContain('\nemberkin_media_foreign 1\n');

      right.clock.set(wrong.clock.now());
      await startAgain(right);
      expect(await findPlaceState(right.deps)).toBe('own');
      expect(await readOwner(storage)).toEqual(await findInstanceId(right.db));
      await passDays(right, 2);
      expect((await right.app.inject('/metrics')).body).toContain('\nemberkin_media_foreign 0\n');
      expect([...(await keysIn(storage, 'avatars')), ...(await keysIn(storage, 'checkins'))]).toEqual(files);
      // The mistaken photo is in the trash, because its own server did not own this storage.
      expect(await keysIn(storage, 'trash')).toHaveLength(2);
      expect((await wrong.app.inject(mistaken!)).statusCode).toBe(404);
    },
  );

  it('runs only on the first of two servers, whatever they store', {
    timeout: SLOW,
  }, async () => {
    const storage = await open();
    const [first, second] = [await serverAt(storage, NOW), await serverAt(storage, NOW)];
    await storePhotos(first, 2);
    await storePhotos(second, 2);
    const files = await keysIn(storage);
    await startAgain(second);
    second.clock.set(LATER);
    await passDays(second, 5);
    expect(await keysIn(storage)).toEqual(files);
    expect([await findPlaceState(first.deps), await findPlaceState(second.deps)]).toEqual(['own', 'foreign']);
    expect(await readOwner(storage)).toEqual(await findInstanceId(first.db));
  });

  it('skips unreachable storage until a later start finds its owner', {
    timeout: SLOW,
  }, async () => {
    const storage = await open();
    const right = await serverAt(storage, NOW);
    await storePhotos(right, 2);
    await storage.remove(OWNER_FILE);
    const files = await keysIn(storage);
    let isAway = true;
    const shaky: Storage = {
      ...storage,
      get: async (key) => {
        if (isAway) throw new StorageUnavailable('The storage is away.');
        return storage.get(key);
      },
    };
    const wrong = await serverAt(shaky, new Date());
    expect(await readMediaReport(wrong.db, shaky.place)).toMatchObject({ place: 'undecided' });
    isAway = false;
    await storePhotos(wrong, 2);
    wrong.clock.set(LATER);
    await passDays(wrong, 3);
    expect(await findPlaceState(wrong.deps)).toBe('undecided');
    expect(await keysIn(storage)).toEqual(expect.arrayContaining(files));

    await startAgain(wrong);
    expect(await findPlaceState(wrong.deps)).toBe('foreign');
    await startAgain(right);
    expect(await findPlaceState(right.deps)).toBe('own');
  });

  it('recognizes its own and foreign storage under another name', {
    timeout: SLOW,
  }, async () => {
    const storage = await open();
    const right = await serverAt(storage, NOW);
    await storePhotos(right, 2);
    await storage.remove(OWNER_FILE);
    const files = await keysIn(storage);
    const renamed = { ...storage };
    const wrong = await serverAt(renamed, LATER);
    expect(await findPlaceState(wrong.deps)).toBe('foreign');
    await storePhotos(wrong, 2);
    Object.assign(renamed, { place: 'the same under another name' });
    await startAgain(wrong);
    await passDays(wrong, 3);
    expect(await findPlaceState(wrong.deps)).toBe('foreign');
    expect(await keysIn(storage)).toEqual(expect.arrayContaining(files));
    expect(await readOwner(storage)).toBeNull();

    // It takes over an empty storage, and recognizes it by its file under any other name.
    Object.assign(renamed, await open());
    await startAgain(wrong);
    expect(await findPlaceState(wrong.deps)).toBe('own');
    await storePhotos(wrong, 2);
    Object.assign(renamed, { place: 'moved' });
    await startAgain(wrong);
    expect(await findPlaceState(wrong.deps)).toBe('own');
  });

  it('treats storage with older pictures as foreign after it was unreachable and renamed', {
    timeout: SLOW,
  }, async () => {
    const storage = await open();
    await storePhotos(await serverAt(storage, NOW), 2);
    await storage.remove(OWNER_FILE);
    const renamed = { ...storage, get: async () => Promise.reject(new StorageUnavailable('The storage is away.')) };
    const wrong = await serverAt(renamed, new Date());
    Object.assign(renamed, { get: storage.get, place: 'the same under another name' });
    await storePhotos(wrong, 2);
    await startAgain(wrong);
    expect(await findPlaceState(wrong.deps)).toBe('foreign');
  });

  it('recognizes its own storage at the next start after it was undecided', { timeout: SLOW }, async () => {
    const storage = await open();
    const t = await serverAt(storage, NOW);
    await storePhotos(t, 2);
    await storage.remove(OWNER_FILE);
    t.clock.set(LATER);
    let isAway = true;
    const { get } = storage;
    const shaky = { get: async (key: string) => (isAway ? Promise.reject(new Error('away')) : get(key)) };
    Object.assign(storage, shaky);
    await startAgain(t);
    isAway = false;
    expect(await findPlaceState(t.deps)).toBe('undecided');
    await startAgain(t);
    expect(await findPlaceState(t.deps)).toBe('own');
  });
});

it('agrees on one ID in twenty concurrent starts, also in the storage', async () => {
  const storage = diskStorage(await temporaryFolder());
  const t = await serverAt(storage, NOW);
  await t.db.rows("delete from server_facts where name = 'instance_id'");
  await storage.remove(OWNER_FILE);
  const notes = await Promise.all(Array.from({ length: 20 }, () => preparePlace(t.deps)));
  expect(new Set(notes)).toEqual(new Set([null]));
  expect(await readOwner(storage)).toEqual(await findInstanceId(t.db));
});

it.each([
  ['another database', 'foreign'],
  ['nobody known', 'undecided'],
])("the storage of %s keeps the file of a cleared photo, unlike the server's own", async (_, state) => {
  const storage = diskStorage(await temporaryFolder());
  const t = await serverAt(storage, NOW);
  const person = await buildUser(t);
  const clear = async () => {
    const { checkin } = (await checkInWithPhoto(t, person, await buildMission(t, person), picture)).json();
    const cleared = await t.call(clearCheckin, { params: { id: checkin.id }, token: person.token });
    expect(cleared.statusCode).toBe(200);
    await t.queue.drain();
    return (await keysIn(storage, 'checkins')).length;
  };
  const files = [await clear()];
  if (state === 'undecided') await storage.remove(OWNER_FILE);
  else await storage.put(OWNER_FILE, Buffer.from('{"instance_id":"another"}'));
  expect(await findPlaceState(t.deps)).toBe(state);
  files.push(await clear());
  expect(files).toEqual([0, 2]);
});

it('treats storage with an unreadable owner file as foreign', async () => {
  const storage = diskStorage(await temporaryFolder());
  const t = await serverAt(storage, NOW);
  for (const broken of ['', 'null', '{"instance_id": 1}', '{"instance_id": "', '<xml/>'.repeat(10_000)]) {
    await storage.put(OWNER_FILE, Buffer.from(broken));
    expect(await findPlaceState(t.deps)).toBe('foreign');
  }
});
