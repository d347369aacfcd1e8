import * as contract from '#contract/safety.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import * as queries from './queries.ts';

/** The check-in that the user, as the mission's owner, may hide or show again; held until commit. */
async function lockForOwner(tx: Tx, userId: string, checkinId: string): Promise<string> {
  const checkin = (await queries.lockHideable(tx, userId, checkinId)) ?? fail('checkin_not_found');
  if (checkin.owner_id !== userId) fail('not_owner');
  if (checkin.user_id === userId) fail('hide_own');
  if (checkin.hidden_by === 'operator') fail('hidden_by_operator');
  return checkin.id;
}

/** The owner hides a check-in from the others; points, streaks and the quilt stay (docs/rules.md). */
export function hideRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.hideCheckin, ({ user, params, body, now }) =>
    db.transact(async (tx) => {
      const id = await lockForOwner(tx, user.id, params.id);
      await queries.hideCheckin(tx, id, { reason: body.reason, by: 'owner' }, now);
      return undefined;
    }),
  );

  serve(contract.showCheckin, ({ user, params }) =>
    db.transact(async (tx) => {
      await queries.showCheckin(tx, await lockForOwner(tx, user.id, params.id));
      return undefined;
    }),
  );
}
