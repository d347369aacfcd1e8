import { afterEach } from 'vitest';
import { Text } from '#platform/db/columns.ts';
import { allValues } from '#platform/db/rows.ts';
import { findUnsavedStandings } from '#server/life/public.ts';
import type { TestApp } from './test-app.ts';

/**
 * Fails each test that leaves a new user whose saved numbers differ from a new calculation. Ignores users of earlier
 * tests, because the clock might have gone back since. A test that inserts rows of days must set the user's
 * `standing_ends.at` to `-infinity`, which marks a save as due.
 */
export function requireSavedStandings({ db, clock }: Pick<TestApp, 'db' | 'clock'>): void {
  const known = new Set<string>();
  afterEach(async () => {
    const { emails } = await findUnsavedStandings(db, clock.now());
    const wrong = emails.filter((email) => !known.has(email));
    for (const email of await allValues(db, Text, 'select email from users')) known.add(email);
    if (wrong.length > 0)
      throw new Error(`The saved numbers of these users are not those of their days: ${wrong.join(', ')}`);
  });
}
