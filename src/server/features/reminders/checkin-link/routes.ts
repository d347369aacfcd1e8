import * as contract from '#contract/reminders.ts';
import { dayOf } from '#domain/days.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import { takesYesterday } from '../../../facts/excuses.ts';
import { openCheckinLink } from '../../../mails/mail-links.ts';
import { checkInByLink, dayNameOf } from './commands.ts';
import * as queries from './queries.ts';

/** The check-in link of a reminder: opening it changes nothing, confirming checks in once (docs/decisions/0015). */
export function checkinLinkRoutes(serve: Serve, { db, signatures }: Deps): void {
  const find = async (token: string) => {
    const id = openCheckinLink(signatures, token);
    return (id && (await queries.findLink(db, id))) || fail('link_unknown');
  };

  serve(contract.previewCheckinLink, async ({ params, now }) => {
    const link = await find(params.token);
    const { mission_id, mission_title, patch, name, day } = link;
    const name_of_day = dayNameOf(day, link.timezone, now);
    const isTaken = name_of_day === 'today' || (name_of_day === 'yesterday' && takesYesterday(link, now));
    const over = link.over || link.suspended;
    return {
      ...{ mission_id, mission_title, patch, name, day },
      state: link.checked_in ? 'used' : over || !isTaken ? 'over' : 'open',
      is_yesterday: name_of_day === 'yesterday',
      can_check_in_today: !over && dayOf(now, link.timezone) <= link.last_day,
    } as const;
  });

  serve(contract.checkInByLink, async ({ params, now }) => {
    const link = await find(params.token);
    if (link.suspended) fail('link_over');
    return checkInByLink(db, link, now);
  });
}
