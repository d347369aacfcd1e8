import * as contract from '#contract/reactions.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requireCheckin } from '../checkins/public.ts';
import { toggleReaction } from './commands.ts';
import * as queries from './queries.ts';

/** Reactions to check-ins (docs/rules.md#reactions). */
export function reactionRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.listReactions, async ({ user, params }) => {
    const checkin = await requireCheckin(db, user.id, params.id);
    return queries.readReactions(db, user.id, checkin.id);
  });

  serve(contract.toggleReaction, ({ user, params, body, now }) => toggleReaction(db, user.id, params.id, body, now));
}
