import * as contract from '#contract/settings.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { saveSettings } from './commands.ts';
import { findSettings } from './public.ts';

export function settingsRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.readSettings, ({ user }) => findSettings(db, user.id));
  serve(contract.saveSettings, ({ user, body }) => saveSettings(db, user.id, body));
}
