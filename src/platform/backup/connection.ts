import pg from 'pg';

/** Timeouts that the role or the database can have. Copying a table can take long. */
const TIMEOUTS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  // Since PostgreSQL 17.
  'transaction_timeout',
];

const FORMATS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/** Connects past a pooler, without timeouts and with fixed formats. */
export async function connect(url: string): Promise<pg.Client> {
  // An `application_name` in the URL wins; the embedded server counts its users by that.
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'emberkin-backup' });
  // Without a listener a broken connection would crash the process. The next statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [TIMEOUTS]);
  for (const [name, value] of Object.entries(FORMATS))
    await client.query('select set_config($1, $2, false)', [name, value]);
  return client;
}

/** Runs `work` on a new connection. Closing it ends an open transaction or copy. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
