import type { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import type { Queryable } from '../../db/open.ts';

/** What one person caused at one instant: all notifications of an act are written with both. */
export interface Act {
  readonly actor_id: string;
  readonly at: Date;
}

const HEX_OF_TIME = 12;

/** The least id that a row of this millisecond can have: ids begin with their time (Decisions 1). */
function leastId(ms: number): string {
  const time = ms.toString(16).padStart(HEX_OF_TIME, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Notifications of an act, found by their ids, that somebody wants to have as push messages. */
const WANTED = `from notifications n join user_settings s on s.user_id = n.user_id and n.type = any(s.push_types)
  where n.id >= $1 and n.id < $2 and n.actor_id = $3 and n.read_at is null
    and not exists (select from blocks b where b.blocker_id = n.user_id and b.blocked_id = n.actor_id)`;
const valuesOf = ({ actor_id, at }: Act) => [leastId(at.getTime()), leastId(at.getTime() + 1), actor_id];

/** Whether there is anything to send at all: most acts concern nobody who asked for push messages. */
export async function hasPushSubscribers(db: Queryable, act: Act): Promise<boolean> {
  const [row] = await db.rows<{ wanted: boolean }>(`select exists (select ${WANTED}) as wanted`, valuesOf(act));
  return row!.wanted;
}

export interface ToPush {
  id: string;
  type: (typeof NOTIFICATION_TYPES)[number];
  mission_id: string;
  mission_title: string;
  actor_name: string;
  subscription_id: string;
}

/** The same for each device of those who want them, while they are in the mission. */
export const listToPush = (db: Queryable, act: Act): Promise<ToPush[]> =>
  db.rows(
    `select wanted.id, wanted.type, wanted.mission_id, m.title as mission_title, a.name as actor_name,
       p.id as subscription_id
     from (select n.id, n.type, n.user_id, n.mission_id, n.actor_id ${WANTED}) wanted
     join missions m on m.id = wanted.mission_id
     join members mb on mb.mission_id = m.id and mb.user_id = wanted.user_id and mb.left_at is null
     join users a on a.id = wanted.actor_id
     join push_subscriptions p on p.user_id = wanted.user_id order by wanted.id, p.id`,
    valuesOf(act),
  );
