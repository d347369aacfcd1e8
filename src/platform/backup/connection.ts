import pg from 'pg';

/** Time-outs that the role or the database may have: copying a table takes as long as it takes. */
const TIMEOUTS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  // Since PostgreSQL 17.
  'transaction_timeout',
];

/** The formats in which values are written and read. */
const FORMATS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/** Connects past a pooler, without time-outs and with formats that do not depend on the server's settings. */
export async function connect(url: string): Promise<pg.Client> {
  // The name of the program in the URL, if it has one, comes before this: by it the embedded server knows its users.
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'emberkin-backup' });
  // A connection that breaks fails the statement that is running or the next one; without a listener it would end the
  // process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [TIMEOUTS]);
  for (const [name, value] of Object.entries(FORMATS))
    await client.query('select set_config($1, $2, false)', [name, value]);
  return client;
}

/** Runs work on such a connection. Its end ends the transaction, and a copy that was interrupted. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
