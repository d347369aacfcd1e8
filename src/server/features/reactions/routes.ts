import * as contract from '#contract/reactions.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { requireMember } from '../checkins/access.ts';
import { toggleReaction } from './commands.ts';
import * as queries from './queries.ts';

export function reactionRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.listReactions, async ({ user, params }) => {
    const checkin = await requireMember(db, user, params.id);
    return queries.readReactions(db, user.id, checkin.id);
  });

  serve(contract.toggleReaction, requireMember, ({ user, params, body, now }) =>
    toggleReaction(db, user, params.id, body, now),
  );
}
