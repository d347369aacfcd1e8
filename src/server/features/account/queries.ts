import * as z from 'zod/mini';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { UserRow } from '../../facts/users.ts';

const PAGE = 500;

interface PhotoFile {
  /** The path in the archive, without extension. */
  readonly name: string;
  readonly key: string;
}

const OwnPhoto = z.object({ id: Id, photo_key: Text });

/** Lists the user's pictures in the largest size: the avatar, then the photos in the order of check-ins. */
export async function* listPhotos(db: Queryable, user: UserRow): AsyncGenerator<PhotoFile> {
  if (user.avatar_key) yield { name: 'avatar', key: user.avatar_key };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.rows(
      OwnPhoto,
      `select id, photo_key from checkins where user_id = $1 and photo_key is not null and id > $2 order by id limit ${PAGE}`,
      [user.id, after],
    );
    for (const { id, photo_key } of rows) yield { name: id, key: `${photo_key}/1600.webp` };
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}
