import * as contract from '#contract/reminders.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import { readPairs } from '../../../life/public.ts';
import { openCheckinLink } from '../../../mails/mail-links.ts';
import { checkInByLink } from './commands.ts';
import * as queries from './queries.ts';
import { toLinkPreview } from './view.ts';

/** Opening the link changes nothing; confirming checks in once (docs/decisions/0004). */
export function checkinLinkRoutes(serve: Serve, { db, signatures }: Deps): void {
  const find = async (token: string) => {
    const id = openCheckinLink(signatures, token);
    return (id && (await queries.findLink(db, id))) || fail('link_unknown');
  };

  serve(contract.previewCheckinLink, async ({ params, now }) => {
    const link = await find(params.token);
    const [member] = await readPairs(db, [link], now);
    return member ? toLinkPreview(link, member.life, now) : fail('link_unknown');
  });

  serve(contract.checkInByLink, async ({ params, now }) => {
    const link = await find(params.token);
    if (link.suspended) fail('link_over');
    return checkInByLink(db, link, now);
  });
}
