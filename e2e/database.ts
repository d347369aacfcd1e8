import pg from 'pg';
import { startEmbedded } from '../src/server/db/embedded.ts';

/** Puts somebody of the journeys' server on a plan, as a payment would: there is no way to buy one in a test. */
export async function givenPlan(email: string, plan: 'pro_monthly' | 'premium_yearly'): Promise<void> {
  // The database is found running, and stays up: the server uses it.
  const database = await startEmbedded({ dataDir: process.env.E2E_DATA_DIR! });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `update users set subscription_tier = 'pro', subscription_status = 'active', subscription_plan = $2 where email = $1`,
    [email, plan],
  );
  await client.end();
  await database.stop();
}
