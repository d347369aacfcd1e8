import { randomInt } from 'node:crypto';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from '#domain/limits.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { PreviewRow, previewColumns } from '../../../facts/missions.ts';

const PREVIEW_COLUMNS = previewColumns({ mission: 'm', owner: 'o' });

/** Returns 10 random characters, without characters that are easily confused. */
const newCode = () =>
  Array.from(
    { length: INVITATION_CODE_LENGTH },
    () => INVITATION_CODE_ALPHABET[randomInt(INVITATION_CODE_ALPHABET.length)],
  ).join('');

export async function renewCode(tx: Tx, mission: Authorized<{ id: string }, 'host'>): Promise<string> {
  const code = newCode();
  await tx.rows('update missions set invitation_code = $2 where id = $1', [mission.id, code]);
  return code;
}

/** Finds the active mission of a code, as anyone with the code may see it. */
export const findByCode = (db: Queryable, code: string, now: Date): Promise<PreviewRow | null> =>
  firstRow(
    db,
    PreviewRow,
    `select ${PREVIEW_COLUMNS} from missions m join users o on o.id = m.owner_id
     where m.invitation_code = $1 and m.is_active and m.end_date > $2`,
    [code, now],
  );
