import { withClient } from './database.ts';

/**
 * Tables of the product's shape and size in a separate schema. They have only the keys and indexes that the bare server
 * needs, without foreign keys, checks or triggers.
 */
const TABLES: Record<string, string[]> = {
  users: ['primary key (id)'],
  sessions: ['unique (token_hash)'],
  missions: ['primary key (id)'],
  members: ['primary key (mission_id, user_id)'],
  checkins: ['primary key (id)', 'unique (mission_id, user_id, local_day)'],
  notifications: ['primary key (id)'],
};

const INDEXES = [
  'create index on bare.members (user_id)',
  'create index on bare.checkins (mission_id, id)',
  'create index on bare.notifications (user_id, id)',
];

/** The bell's list as stored rows, whatever the product stores. */
const NOTIFICATIONS = `insert into bare.notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at)
  select uuid7(c.created_at), mb.user_id, 'checkin', c.mission_id, c.user_id, c.id, c.created_at
  from bare.checkins c join bare.members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id
  where c.local_day = (select max(local_day) from bare.checkins)`;

export const copyForBareServer = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('create schema bare');
    for (const [name, keys] of Object.entries(TABLES)) {
      const filter = name === 'notifications' ? 'where false' : '';
      await client.query(`create table bare.${name} as select * from public.${name} ${filter}`);
      for (const key of keys) await client.query(`alter table bare.${name} add ${key}`);
    }
    for (const sql of [...INDEXES, NOTIFICATIONS, 'vacuum analyze']) await client.query(sql);
  });
