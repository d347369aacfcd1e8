import type { Db } from '../db/open.ts';

const READ_ONLY_VIOLATION = '25006';

/** Runs the statement in a transaction that cannot write, and says why it is no read; null for one that is. */
export async function findFault(db: Db, text: string, values: readonly unknown[] = []): Promise<string | null> {
  const client = await db.pool.connect();
  // Unheard, the end of its server would be the end of the test.
  const onError = () => undefined;
  client.on('error', onError);
  let fault: string | null = null;
  try {
    await client.query('begin read only');
    await client.query(text, values as unknown[]);
    const locks = "select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()";
    if ((await client.query(locks)).rowCount) fault = 'it takes a lock';
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === READ_ONLY_VIOLATION) fault = message;
  }
  const broken = await client.query('rollback').catch((error: Error) => error);
  client.off('error', onError);
  // Locks of a session outlive the transaction.
  client.release(broken instanceof Error || fault !== null);
  return fault;
}

const tried = new Set<string>();

/** Tries each statement of `read` before it first runs; what writes or locks is added to `faults`. */
export function tryReads(db: Db, faults: Set<string>): void {
  const { read } = db;
  Object.assign(db, {
    async read(text: string, values?: readonly unknown[]) {
      if (!tried.has(text)) {
        tried.add(text);
        // Without a database the read itself says so.
        const fault = await findFault(db, text, values).catch(() => null);
        if (fault !== null) faults.add(`${fault}: ${text}`);
      }
      return read(text, values);
    },
  });
}
