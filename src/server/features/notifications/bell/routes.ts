import * as contract from '#contract/notifications.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import * as commands from './commands.ts';
import { readBell } from './queries.ts';

export function notificationRoutes(serve: Serve, { db, live }: Deps): void {
  const hintOwnScreens = (userId: string) => live.hint({ user_ids: [userId] }, 'notifications');

  serve(contract.listNotifications, ({ user, query, now }) => readBell(db, user.id, query, now));

  serve(contract.markAllRead, async ({ user, now }) => {
    await commands.markAllRead(db, user.id, now);
    hintOwnScreens(user.id);
  });

  serve(contract.markRead, async ({ user, params, now }) => {
    if (!(await commands.markRead(db, user.id, params.id, now))) fail('not_found');
    hintOwnScreens(user.id);
  });
}
