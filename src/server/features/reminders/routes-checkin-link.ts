import * as contract from '#contract/reminders.ts';
import { dayOf } from '#domain/days.ts';
import { openCheckinLink } from '../../adapters/keys/mail-links.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { recordCheckin } from '../checkins/public-record.ts';
import { lockUser } from '../profile/public.ts';
import * as queries from './queries-checkin-link.ts';

/** The check-in link of a reminder: opening it changes nothing, confirming checks in once (docs/decisions/0030). */
export function checkinLinkRoutes(serve: Serve, { db, signatures }: Deps): void {
  const find = async (token: string) => {
    const id = openCheckinLink(signatures, token);
    return (id && (await queries.findLink(db, id))) || fail('link_unknown');
  };

  serve(contract.previewCheckinLink, async ({ params, now }) => {
    const link = await find(params.token);
    const { mission_id, mission_title, name, day } = link;
    const over = link.over || link.suspended || dayOf(now, link.timezone) !== day;
    const state = link.checked_in ? 'used' : over ? 'over' : 'open';
    return { state, mission_id, mission_title, name, day } as const;
  });

  serve(contract.checkInByLink, async ({ params, now }) => {
    const link = await find(params.token);
    if (link.suspended) fail('link_over');
    return db.transact(async (tx) => {
      const user = await lockUser(tx, link.user_id);
      if (!(await queries.takeLink(tx, link.id, now))) fail('link_used');
      if (dayOf(now, user.timezone) !== link.day) fail('link_over');
      const input = { mission_id: link.mission_id, type: 'tick', content: '' } as const;
      const { receipt } = await recordCheckin(tx, user, input, now);
      const { mission_id, mission_title } = link;
      return { mission_id, mission_title, mission_streak_days: receipt.mission_streak_days };
    });
  });
}
