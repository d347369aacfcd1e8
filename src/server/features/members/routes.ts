import * as contract from '#contract/members.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { requireMember, requireOwner } from '../missions/access.ts';
import * as commands from './commands.ts';

export function memberRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db } = deps;
  serve(contract.leaveMission, ({ user, params, now }) => commands.leaveMission(db, user, params.id, now));
  serve(contract.removeMember, ({ user, params, now }) => commands.removeMember(deps, user, params, now));

  serve(contract.offerOwnership, requireOwner, ({ user, params, body }) =>
    commands.offerOwnership(db, user, params.id, body.user_id),
  );
  serve(contract.acceptOwnership, ({ user, params }) => commands.acceptOwnership(db, user, params.id));
  serve(contract.addCohost, ({ user, params, now }) => commands.addCohost(deps, user, params, now));
  serve(contract.removeCohost, ({ user, params }) => commands.removeCohost(db, user, params));

  serve(contract.nudgeMember, requireMember, ({ params, ...call }) =>
    once(deps, call, async (tx) => {
      const mission = await requireMember(tx, call.user, params.id);
      await commands.nudgeMember(tx, mission, call.user, params.userId, call.now);
    }),
  );
}
