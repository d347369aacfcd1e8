import type pg from 'pg';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const TRIES = 3;

const isTransient = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);

/** The driver gave up waiting for an answer; the connection may still be working on it. */
const isSilent = (error: unknown): error is Error => error instanceof Error && error.message === 'Query read timeout';

/**
 * Runs `work` in one transaction and answers what it returns, after the commit. `after` registers effects that
 * may be lost (hints): they run once the commit is certain and never on a rollback. A deadlock or a
 * serialization failure runs the whole of `work` again, so it must not touch anything but `tx`.
 */
export async function transact<Tx, T>(
  pool: pg.Pool,
  makeTx: (client: pg.PoolClient) => Tx,
  work: (tx: Tx, after: (effect: () => void) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => void)[] = [];
    const client = await pool.connect();
    let broken: Error | undefined;
    // The pool listens only to idle connections: unheard, a server that dies now would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    let result: T;
    try {
      await client.query('begin');
      result = await work(makeTx(client), (effect) => effects.push(effect));
      await client.query('commit');
    } catch (error) {
      // A connection that is silent or cannot even roll back is not given to the next request.
      if (isSilent(error)) broken = error;
      else
        await client.query('rollback').catch((e: Error) => {
          broken = e;
        });
      if (isTransient(error) && attempt < TRIES) continue;
      throw error;
    } finally {
      if (!broken) client.off('error', onError);
      client.release(broken);
    }
    for (const effect of effects) effect();
    return result;
  }
}
