import { Text } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues, anyRow } from '#platform/db/rows.ts';
import type { PictureKind } from '#platform/storage/storage.ts';

const PAGE = 500;

/** Picture columns: `checkins/<uuid>` and `avatars/<uuid>/512.webp`, cut to the folder. */
const PAGES = {
  checkins: `select photo_key from checkins where photo_key is not null and photo_key collate "C" > $1
    order by photo_key collate "C" limit $2`,
  avatars: `select left(avatar_key, 44) as folder from users
    where avatar_key is not null and left(avatar_key, 44) collate "C" > $1
    order by left(avatar_key, 44) collate "C" limit $2`,
} as const;

const NAMED = {
  checkins: 'select from checkins where photo_key = $1',
  avatars: `select from users where left(avatar_key, 44) collate "C" = $1`,
} as const;

const NEWEST = `select folder from (
    (select id, photo_key as folder from checkins where photo_key is not null and ($1::uuid is null or id < $1)
     order by id desc limit $2)
    union all
    (select id, left(avatar_key, 44) from users where avatar_key is not null and ($1::uuid is null or id < $1)
     order by id desc limit $2)
  ) pictures order by id desc limit $2`;

/** Lists every referenced picture folder, sorted by character, page by page. */
export async function* listNamed(db: Queryable, kind: PictureKind): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const folders = await allValues(db, Text, PAGES[kind], [after, PAGE]);
    yield* folders;
    if (folders.length < PAGE) return;
    after = folders.at(-1)!;
  }
}

/** Lists the picture folders of the `limit` newest rows, created before `before` unless it is null. */
export const listNewestNamed = (db: Queryable, before: Date | null, limit: number): Promise<string[]> =>
  allValues(db, Text, NEWEST, [before && floorId(before), limit]);

/** Returns true if a row references the picture in this folder. */
export const isReferenced = (db: Queryable, kind: PictureKind, folder: string): Promise<boolean> =>
  anyRow(db, NAMED[kind], [folder]);
