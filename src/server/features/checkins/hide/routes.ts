import * as contract from '#contract/checkins.ts';
import type { Deps } from '../../../deps.ts';
import type { Serve } from '../../../http/serve.ts';
import { hideCheckin, showCheckin } from './commands.ts';

/** What the owner of a mission does to check-ins of others. */
export function hideRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.hideCheckin, ({ user, params, body, now }) => hideCheckin(db, user.id, params.id, body.reason, now));

  serve(contract.showCheckin, ({ user, params }) => showCheckin(db, user.id, params.id));
}
