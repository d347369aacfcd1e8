import { hideCheckin, setCheckinPhoto, updateCheckin } from '#contract/checkins.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createInvitation } from '#contract/invitations.ts';
import { offerOwnership } from '#contract/members.ts';
import { createMission, patchMission, updateMission } from '#contract/missions.ts';
import { reportCheckin } from '#contract/safety.ts';
import type { Db } from './db/open.ts';
import type { SessionUser } from './features/auth/public.ts';
import * as checkins from './features/checkins/access.ts';
import * as missions from './features/missions/access.ts';
import { requireReporter } from './features/safety/access.ts';
import { requireOwner } from './features/webhooks/manage/access.ts';
import { isToken } from './features/webhooks/manage/queries.ts';
import { missingCode } from './http/input.ts';
import type { RequireAccess } from './http/serve.ts';

type MissionCheck = (db: Db, user: SessionUser, id: string, call: { now: Date }) => Promise<unknown>;
/** What a member needs beyond membership, for calls under a mission that have an input. */
const MISSION_RIGHTS = new Map<Endpoint, MissionCheck>([
  [updateMission, missions.requireHost],
  [patchMission, missions.requireHost],
  [offerOwnership, missions.requireOwner],
  [createInvitation, missions.requireInviter],
  [createMission, missions.requireRoundStarter],
]);

/**
 * Ends a request whose input is wrong with the 404 or 403 that the right input would get, so that a 422 never tells a
 * stranger that something exists. Which thing it is follows from the call's own 404. Right input pays nothing: its
 * handler checks under a lock.
 */
export const requireAccessIn =
  (db: Db): RequireAccess<SessionUser> =>
  async (endpoint, user, id, now) => {
    switch (missingCode(endpoint)) {
      case 'mission_not_found': {
        const check = MISSION_RIGHTS.get(endpoint) ?? missions.requireMember;
        return void (await check(db, user, id, { now }));
      }
      case 'checkin_not_found': {
        if (endpoint === updateCheckin || endpoint === setCheckinPhoto)
          return void (await checkins.requireEditor(db, user, id, { now }));
        if (endpoint === reportCheckin) return requireReporter('checkin')(db, user, id, { now });
        const check = endpoint === hideCheckin ? checkins.requireOwner : checkins.requireMember;
        return void (await check(db, user, id));
      }
      case 'webhook_not_found':
        return void (await requireOwner(db, user, id, {
          token_id: (await isToken(db, user.session_id)) ? user.session_id : null,
        }));
      case 'comment_not_found':
        return requireReporter('comment')(db, user, id, { now });
    }
  };
