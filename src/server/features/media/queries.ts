import type { Queryable } from '../../db/open.ts';

const PAGE = 500;

/** Columns that name pictures: `checkins/<uuid>` and `avatars/<uuid>/512.webp`, cut to the folder. */
const PAGES = {
  checkins: `select photo_key as folder from checkins where photo_key collate "C" > $1
    order by photo_key collate "C" limit $2`,
  avatars: `select left(avatar_key, 44) as folder from users
    where avatar_key is not null and left(avatar_key, 44) collate "C" > $1
    order by left(avatar_key, 44) collate "C" limit $2`,
} as const;

const NAMED = {
  checkins: 'select from checkins where photo_key = $1',
  avatars: `select from users where left(avatar_key, 44) collate "C" = $1`,
} as const;

export type Place = keyof typeof PAGES;

/** Every folder of a picture that a row names, sorted by character, page by page. */
export async function* listNamed(db: Queryable, place: Place): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await db.rows<{ folder: string }>(PAGES[place], [after, PAGE]);
    for (const { folder } of rows) yield folder;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.folder;
  }
}

/** Whether a row names the picture in this folder at this moment. */
export async function isNamed(db: Queryable, place: Place, folder: string): Promise<boolean> {
  return (await db.rows(NAMED[place], [folder])).length > 0;
}
