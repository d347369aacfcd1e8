import * as z from 'zod/mini';
import { BOARDS } from '#domain/missions.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { PersonRow } from '../../../facts/users.ts';

const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const OwnedMember = z.extend(PersonRow, { mission_id: Id, title: Text, board: z.enum(BOARDS) });
export type OwnedMember = z.output<typeof OwnedMember>;

export const listOwned = (db: Queryable, userId: string, limit: number): Promise<OwnedMember[]> =>
  db.rows(
    OwnedMember,
    `select m.id as mission_id, m.title, u.id as user_id, u.name, u.avatar_key, u.look, m.board
     from (select id, title, board from missions where owner_id = $1 and completed_at is null order by id desc limit $2) m
     join members mb on mb.mission_id = m.id and mb.left_at is null join users u on u.id = mb.user_id
     order by m.id desc, ${ORDER}`,
    [userId, limit],
  );
