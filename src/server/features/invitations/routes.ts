import * as contract from '#contract/invitations.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { requireInviter, requireOwner } from '../missions/access.ts';
import { toMissionPreview } from '../missions/join/public.ts';
import { requireKeyHolder } from './access.ts';
import * as inbox from './inbox/commands.ts';
import { listInbox } from './public.ts';
import { createInvitation, withdrawInvitation } from './send/commands.ts';
import { listOfMission } from './send/queries.ts';

function senderRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db, config } = deps;
  serve(contract.createInvitation, requireInviter, ({ body, ...call }) =>
    once(deps, call, (tx) => createInvitation(tx, deps, call.user, body, call.now)),
  );

  serve(contract.listMissionInvitations, async ({ user, params, reads_only, now }) => {
    const mission = await requireOwner(db, user, params.id);
    const sent = await listOfMission(db, config, mission.id, now);
    return reads_only ? sent.map((invitation) => ({ ...invitation, invitee_email: '' })) : sent;
  });

  serve(contract.withdrawInvitation, ({ user, params, now }) => withdrawInvitation(db, user, params.id, now));
}

/** The ID is the key: any signed-in user with the link can answer (docs/decisions/0030). */
function addresseeRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db } = deps;
  serve(contract.listInvitations, ({ user, reads_only, now }) => listInbox(deps, user, reads_only, now));

  serve(contract.previewInvitation, async ({ params, now }) => {
    const found = await requireKeyHolder(db, params.id, now);
    return { ...toMissionPreview(found, now), sender_name: found.sender_name, message: found.message };
  });

  serve(contract.acceptInvitation, async ({ user, params, now, request }) => {
    const { outcome, mission_id, proven } = await inbox.acceptInvitation(deps, user, params.id, now);
    if (proven) logSecurity(request, 'email_verified', { user_id: user.id });
    if (outcome === 'already_member') fail('already_member', { mission_id });
    if (outcome !== 'joined') fail(outcome);
    return { mission_id };
  });

  serve(contract.blockInviter, ({ user, params, now }) => inbox.blockInviter(db, user.id, params.id, now));
  serve(contract.declineInvitation, ({ user, params, now }) => inbox.declineInvitation(db, user, params.id, now));
}

export function invitationRoutes(serve: Serve<UserRow>, deps: Deps): void {
  senderRoutes(serve, deps);
  addresseeRoutes(serve, deps);
}
