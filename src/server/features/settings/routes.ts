import * as contract from '#contract/settings.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { findSettings } from './public.ts';
import * as queries from './queries.ts';

/** Which messages the user wants besides the bell (docs/rules.md#notifications). */
export function settingsRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.readSettings, ({ user }) => findSettings(db, user.id));
  serve(contract.saveSettings, ({ user, body }) => db.transact((tx) => queries.replaceSettings(tx, user.id, body)));
}
